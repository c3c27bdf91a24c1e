import { setImmediate as nextTurn } from 'node:timers/promises';
import { batches } from '../../../base/batches.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { lexicalQuery } from '../../lexical/query/lexicalQuery.ts';
import type { LexicalIndex } from '../../lexical/lexicalIndex.ts';
import { entryTypes, type Drawer } from '../../model/drawer/drawer.ts';
import { stopSearchIfAborted } from '../query/stopSearchIfAborted.ts';
import { renamesOf, renamesProperty, type Rename } from '../../model/source/renames.ts';
import { repositoryProperty, repositoryRoot } from '../../model/source/repositoryRoot.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { fileMention, fileName, namesInCommit, type MentionedFile, type MinedPath } from './fileMention.ts';
import { newestFirst } from './newestFirst.ts';

export interface FileHistoryParts {
  readonly catalogue: Catalogue;
  readonly lexical: LexicalIndex;
  readonly read: ReadQueries;
}

/** A file under one of its names. */
interface FileName {
  /** As the palace writes it. */
  readonly path: string;
  /** With `/`. */
  readonly absolute: string;
  /** Milliseconds since the epoch: until then the file had this name; Infinity for the present one. */
  readonly until: number;
}

/** Something about a file: a drawer that mentions it, or drawers of the file that were filed together, of which it is the first. */
interface FileEvent {
  readonly name: FileName;
  readonly drawer: Drawer;
  readonly drawers: number;
}

interface FileHistory {
  /** The present name first. */
  readonly names: readonly FileName[];
  /** Newest first, as {@link newestFirst} has it. */
  readonly events: readonly FileEvent[];
}

/** Texts read before other work gets a turn. */
const batch = 100;

/**
 * Everything in the palace about a file: its mined drawers, the commits that changed it, the notes taken from
 * it, and the notes and conversations that mention it, archived ones included. Renames are followed back as far
 * as the commits go. Errors: E_CANCELLED.
 */
export const fileHistory = async (
  file: Pick<FileName, 'path' | 'absolute'>,
  parts: FileHistoryParts,
  signal?: AbortSignal,
): Promise<FileHistory> => {
  const names: FileName[] = [{ ...file, until: Infinity }];
  const events = new Map<string, FileEvent>();
  // Names that commits mention are added on the way.
  for (const name of names) {
    const found = [...ownDrawers(name, parts), ...(await mentions(name, parts, signal))];
    for (const event of found) {
      if (!events.has(event.drawer.id)) events.set(event.drawer.id, event);
      const older = nameBefore(name, event.drawer, parts.read);
      if (older !== null && !names.some(({ path }) => path === older.path)) names.push(older);
    }
  }
  return { names, events: newestFirst([...events.values()], parts.read) };
};

/** The file's drawers, those that were filed together as one, and each note that was taken from it. */
const ownDrawers = ({ path, ...name }: FileName, { catalogue, read }: FileHistoryParts): FileEvent[] => {
  const { mask } = catalogue.scope({ path, includeArchived: true });
  const rowids: number[] = [];
  mask.forEach((inScope, slot) => {
    if (inScope === 1 && catalogue.sourceFileOf(slot) === path && catalogue.filedAtOf(slot) <= name.until)
      rowids.push(catalogue.rowidOf(slot));
  });
  const together = new Map<string, Drawer[]>();
  for (const drawer of read.drawersByRowid(rowids)) {
    const key = drawer.type === 'file' ? `${drawer.filedAt} ${drawer.archived}` : drawer.id;
    together.set(key, [...(together.get(key) ?? []), drawer]);
  }
  return [...together.values()].flatMap((drawers) => {
    const [first] = drawers.sort((a, b) => a.chunkIndex - b.chunkIndex);
    return first === undefined ? [] : [{ name: { path, ...name }, drawer: first, drawers: drawers.length }];
  });
};

const mentioning = entryTypes.filter((type) => type !== 'file');

/** Commits, conversations and notes that name the file: the index finds those with the words of its name, their texts show which. */
const mentions = async (
  name: FileName,
  { catalogue, lexical, read }: FileHistoryParts,
  signal: AbortSignal | undefined,
): Promise<FileEvent[]> => {
  const scope = catalogue.scope({ types: mentioning, includeArchived: true });
  const words = lexicalQuery(lexical.analyser, fileName(name.path));
  const rowids = [...lexical.slotsHoldingWords(words, scope)]
    .filter((slot) => catalogue.filedAtOf(slot) <= name.until)
    .map((slot) => catalogue.rowidOf(slot));
  const mined = namesakes(fileName(name.path), catalogue);
  const wing = mined.find(({ path }) => path === name.path)?.wing ?? null;
  const isMentioned = isMentionedIn({ ...name, wing }, mined, read);
  const found: FileEvent[] = [];
  for (const some of batches(rowids, batch)) {
    stopSearchIfAborted(signal);
    for (const drawer of read.drawersByRowid(some))
      if (isMentioned(drawer)) found.push({ name, drawer, drawers: 1 });
    await nextTurn();
  }
  return found;
};

const isMentionedIn = (
  file: MentionedFile,
  mined: readonly MinedPath[],
  read: ReadQueries,
): ((drawer: Drawer) => boolean) => {
  const isNamed = fileMention(file, mined);
  return (drawer) => {
    const inside = drawer.type === 'git_commit' ? pathInRepository(file, drawer, read) : null;
    return inside === null ? isNamed(drawer.text, drawer.wing) : namesInCommit(drawer.text, inside);
  };
};

const namesakes = (name: string, catalogue: Catalogue): MinedPath[] => {
  const { mask } = catalogue.scope({ types: ['file'], path: name });
  const found = new Map<string, MinedPath>();
  mask.forEach((inScope, slot) => {
    const path = inScope === 1 ? catalogue.sourceFileOf(slot) : '';
    if (fileName(path) === name && !found.has(path)) found.set(path, { path, wing: catalogue.entry(slot).wing });
  });
  return [...found.values()];
};

/** The repository that a commit was read from, with `/`, also at its end; null if it is not known. */
const repositoryOf = ({ id }: Drawer, read: ReadQueries): string | null => {
  const folder = read.propertyOf([id], repositoryProperty).get(id);
  return folder === undefined ? null : repositoryRoot(folder);
};

/** The file's path in a commit's repository; null if it does not lie there, as in another clone. */
const pathInRepository = (
  { absolute }: Pick<FileName, 'absolute'>,
  commit: Drawer,
  read: ReadQueries,
): string | null => {
  const root = repositoryOf(commit, read);
  return root !== null && absolute.startsWith(root) ? absolute.slice(root.length) : null;
};

/** The name that a file had before a commit; null if the commit did not rename it. */
const nameBefore = (name: FileName, commit: Drawer, read: ReadQueries): FileName | null => {
  if (commit.type !== 'git_commit') return null;
  const renames = renamesOf(read.propertyOf([commit.id], renamesProperty).get(commit.id));
  if (renames.length === 0) return null;
  const inside = pathInRepository(name, commit, read);
  const rename = renames.find(({ to }) => (inside === null ? endsAlike(name.path, to) : to === inside));
  return rename === undefined
    ? null
    : {
        path: renamedBack(name.path, rename),
        absolute: renamedBack(name.absolute, rename),
        until: Date.parse(commit.filedAt),
      };
};

const endsAlike = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

/**
 * A path with the older end. A repository may lie above the workspace: the common beginning of both its paths
 * is then left out.
 */
const renamedBack = (path: string, { from, to }: Rename): string => {
  if (path.endsWith(to)) return `${path.slice(0, -to.length)}${from}`;
  const above = to.slice(0, -path.length);
  return from.startsWith(above) ? from.slice(above.length) : from;
};
