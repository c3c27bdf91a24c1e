import { statSync } from 'node:fs';
import path from 'node:path';
import { Option, type Command } from 'commander';
import {
  conversationFormats,
  type RecognisedImport,
} from '../../../palace/contract/filing/conversationSchemas.ts';
import type { MineProgress } from '../../../palace/contract/filing/mineProgress.ts';
import { memoryFormats } from '../../../palace/contract/filing/transferSchemas.ts';
import type { PalaceApi, Params } from '../../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { allCores, withPalace } from '../../connection/openPalace.ts';
import { triedBeforehand, withPalaceForDryRun } from '../../connection/palaceForDryRun.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { unreadablePlace } from '../../connection/readablePlace.ts';
import type { PalaceLocation } from '../../../service/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { named } from '../../options/named.ts';
import { importedNothing, importSummary, sumOfOutcomes, type ImportOutcome } from '../../output/importSummary.ts';
import { printSummary } from '../../terminal/print.ts';
import { abortOnInterrupt, withProgress } from '../../terminal/progress.ts';
import { sayIfNotEmbedding } from '../../terminal/sayIfNotEmbedding.ts';
import { sayIfWaiting } from '../../terminal/sayIfWaiting.ts';

interface ImportOptions extends GlobalOptions {
  readonly format: string;
  readonly wing?: string;
  readonly dryRun?: boolean;
  readonly wait: boolean;
}

/** `import`: imports conversations, another program's memory or an export. */
export const register = (program: Command): void => {
  addCommand(program, 'import')
    .argument('<paths...>', 'files or folders')
    .description('import conversations, another program’s memory, an export, or drawers from a JSONL file')
    .addOption(
      new Option(
        '--format <format>',
        'the format; auto detects it by the content, markdown is a transcript or an export',
      )
        .choices([...importers.keys()])
        .default('auto'),
    )
    .option('--wing <name>', 'the wing of every conversation (default: the workspace’s)')
    .option('--dry-run', 'count what would be added, and write nothing')
    .option('--no-wait', 'leave the vectors to a later run')
    .addHelpText(
      'after',
      [
        '',
        'Nothing is written next to the imported files; importing again adds only what is missing. Exit code 1 if all was refused.',
        '',
        'Examples:',
        '  synapse-palace import ~/.claude/projects/-home-you-harbor --dry-run',
        '  synapse-palace import conversations.json --format chatgpt --wing planning',
        '  synapse-palace import ~/slack-export --wing team',
        '  synapse-palace import corpus.jsonl --format drawers',
        '  synapse-palace import ~/.mempalace/palace --dry-run',
        '  synapse-palace import ~/.claude-context/context.db --format synaptic',
      ].join('\n'),
    )
    .action((paths: string[], _: unknown, command: Command) => importPaths(paths, optionsOf(command)));
};

interface ImportJob {
  readonly api: PalaceApi;
  /** Absolute. */
  readonly paths: readonly string[];
  readonly options: ImportOptions;
  readonly location: PalaceLocation;
  readonly call: ImportCall;
  /** What the paths hold, of those that were looked at. */
  readonly looks: Map<string, RecognisedImport>;
}

interface ImportCall {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: MineProgress) => void;
}

type Importer = (job: ImportJob) => Promise<ImportOutcome>;

const conversations =
  (format: Params<'importConversations'>['format']): Importer =>
  ({ api, paths, options, location, call }) =>
    api.importConversations(
      {
        files: [...paths],
        format,
        ...(options.wing === undefined ? {} : { wing: options.wing }),
        dry_run: options.dryRun === true,
        wait_for_embeddings: options.wait,
        workspace_folders: [{ path: location.workspace, name: path.basename(location.workspace) }],
      },
      call,
    );

const palace =
  (format: Params<'importPalace'>['format']): Importer =>
  async ({ api, paths, options, call }) => {
    if (options.wing !== undefined)
      throw new PalaceError(
        'E_USAGE',
        '--wing: only conversations can be given a wing; what is imported names its own.',
        {
          remedy: 'Leave it out, or import the conversations alone.',
        },
      );
    const outcomes: ImportOutcome[] = [];
    for (const each of paths)
      outcomes.push(
        await api.importPalace(
          { path: each, format, dry_run: options.dryRun === true, wait_for_embeddings: options.wait },
          call,
        ),
      );
    return sumOfOutcomes(outcomes);
  };

/** Looks at a path once: a folder is walked for it, before a palace is made and in the import itself. */
const lookAt = async (
  { api, call, looks }: Pick<ImportJob, 'api' | 'call' | 'looks'>,
  each: string,
): Promise<RecognisedImport> => {
  const found = looks.get(each) ?? (await api.recogniseImport({ path: each }, { signal: call.signal }));
  looks.set(each, found);
  return found;
};

/** Imports each path by its content. All conversations are imported together, after the rest may have been refused. */
const recognised =
  (format: 'auto' | 'markdown'): Importer =>
  async (job) => {
    const talks: string[] = [];
    const outcomes: ImportOutcome[] = [];
    for (const each of job.paths) {
      const { kind } = await lookAt(job, each);
      if (kind === 'conversations' || kind === 'unknown' || (format === 'markdown' && kind !== 'markdown'))
        talks.push(each);
      else outcomes.push(await palace(kind)({ ...job, paths: [each] }));
    }
    if (talks.length > 0) outcomes.push(await conversations(format)({ ...job, paths: talks }));
    return sumOfOutcomes(outcomes);
  };

/** `--format` → its importer. Markdown is a transcript or an export, as its content says. */
const importers: ReadonlyMap<string, Importer> = new Map<string, Importer>([
  ['auto', recognised('auto')],
  ...conversationFormats.map((format) => [format, conversations(format)] as const),
  ...memoryFormats.map((format) => [format, palace(format)] as const),
  ['markdown', recognised('markdown')],
]);

/** Whether a given format is that of conversations alone. */
const isOfConversations = (format: string): boolean =>
  format !== 'markdown' && conversationFormats.some((name) => name === format);

/** Throws E_IMPORT_FORMAT before anything is filed. Of conversations, those that can be read are imported. */
const demandReadable = (paths: readonly string[], format: string): void => {
  const problems = paths.flatMap((each) => unreadablePlace(each) ?? []);
  if (problems[0] !== undefined && (!isOfConversations(format) || problems.length === paths.length))
    throw problems[0];
};

/** 0 where there is none, Infinity of a folder. */
const sizeOfPlace = (place: string): number => {
  const found = statSync(place, { throwIfNoEntry: false });
  return found?.isDirectory() === true ? Infinity : (found?.size ?? 0);
};

/** Bytes up to which conversations are read beforehand, too: only a small export can hold nothing. */
const smallExport = 1 << 20;

/** Drawers or lines: once this many were read, it is clear that the file is a memory. */
const enoughOfIt = 10_000;

/**
 * Where there is no palace yet, what the import would give if nothing given can be imported, so that none is made for it;
 * else undefined. Conversations that are recognised as of the format given are read for that if they are small, and of a large
 * memory the beginning: reading may take long. Throws what the import would.
 */
const refusedBeforehand = (
  location: PalaceLocation,
  importer: Importer,
  { paths, options, call, looks }: Pick<ImportJob, 'paths' | 'options' | 'call' | 'looks'>,
): Promise<ImportOutcome | undefined> =>
  triedBeforehand(location, async (api) => {
    const found = await Promise.all(
      paths.map(async (each): Promise<RecognisedImport> =>
        unreadablePlace(each) === undefined ? lookAt({ api, call, looks }, each) : { kind: 'unknown' },
      ),
    );
    const { format: given } = options;
    const tried = paths.filter(
      (each, at) =>
        found[at]?.kind !== 'conversations' ||
        (given !== 'auto' && found[at].format !== given) ||
        sizeOfPlace(each) <= smallExport,
    );
    if (tried.length === 0) return undefined;
    const enough = new AbortController();
    const onProgress = ({ done }: MineProgress): void => {
      if (done >= enoughOfIt) enough.abort();
    };
    const signal = AbortSignal.any([call.signal, enough.signal]);
    const job = {
      api,
      paths: tried,
      options: { ...options, dryRun: true },
      location,
      call: { signal, onProgress },
      looks,
    };
    try {
      const outcome = await importer(job);
      const isNothing =
        outcome.added === 0 && (isOfConversations(given) || found.every(({ kind }) => kind === 'unknown'));
      return tried.length === paths.length && (isNothing || importedNothing(outcome)) ? outcome : undefined;
    } catch (thrown) {
      if (enough.signal.aborted && !call.signal.aborted) return undefined;
      throw thrown;
    }
  });

const importPaths = async (paths: readonly string[], options: ImportOptions): Promise<void> => {
  const importer = importers.get(options.format);
  if (importer === undefined)
    throw new PalaceError(
      'E_USAGE',
      `--format: there is no “${options.format}”. Known: ${[...importers.keys()].join(', ')}.`,
    );
  const location = palaceLocation(options, '.');
  const absolute = paths.map((each) => path.resolve(named('a path', each)));
  demandReadable(absolute, options.format);
  const signal = abortOnInterrupt();
  const use = (work: (api: PalaceApi) => Promise<ImportOutcome>): Promise<ImportOutcome> =>
    options.dryRun === true ? withPalaceForDryRun(location, work) : withPalace(location, work, allCores());
  const job = { paths: absolute, options, location, looks: new Map<string, RecognisedImport>() };
  const refused =
    options.dryRun === true
      ? undefined
      : await refusedBeforehand(location, importer, { ...job, call: { signal } });
  const outcome =
    refused ??
    (await withProgress(
      options,
      (onProgress) =>
        use(async (api) => {
          await sayIfWaiting(options, api);
          const imported = await importer({ ...job, api, call: { signal, onProgress } });
          if (options.dryRun !== true) await sayIfNotEmbedding(options, api);
          return imported;
        }),
      { files: true },
    ));
  if (importedNothing(outcome)) process.exitCode = 1;
  printSummary(options, outcome, () => importSummary(outcome, options.dryRun === true));
};
