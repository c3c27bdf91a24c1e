import { dayMs } from '../../../base/time.ts';
import {
  contentHash,
  defaultMarks,
  noExchange,
  noPassage,
  type NewDrawer,
  type Tier,
} from '../../model/drawer/drawer.ts';
import { renamesProperty, renamesText } from '../../model/source/renames.ts';
import { repositoryProperty } from '../../model/source/repositoryRoot.ts';
import {
  isoTime,
  roomName,
  wingName,
  type IsoTime,
  type SourceId,
  type WingName,
} from '../../model/drawer/ids.ts';
import { composeDrawerId, drawerKey } from '../../filing/drawerIds.ts';
import { nameWithoutSecrets, propertiesWithoutSecrets } from '../../filing/secrets/safeNames.ts';
import { readableName } from '../../filing/wings.ts';
import type { Commit } from './commitLog.ts';
import type { Repository } from './repository.ts';

/** Where and how commits are filed. */
export interface CommitPlace {
  readonly repository: Repository;
  readonly sourceId: SourceId;
  readonly wing: WingName;
  /** Shown in brackets before the subject. */
  readonly branch: string;
  /** Whether a person requested this history. If so, it stays regardless of its age. */
  readonly askedFor: boolean;
  readonly now: Date;
}

export interface CommitDrawer {
  readonly sha: string;
  readonly drawer: NewDrawer;
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, string>>;
}

/** Commits younger than this are `working` when they are indexed without a request. */
const freshDays = 7;

export const commitTag = (sha: string): string => `sha:${sha}`;

/** Marks a commit's drawer as history that a person requested. Ageing leaves it alone. */
export const askedForProperty = { asked_for: 'true' } as const;

/** A commit's only drawer. A message is never cut, however long it is. */
export const commitDrawer = (
  commit: Commit,
  { repository, sourceId, wing, branch: named, askedFor, now }: CommitPlace,
): CommitDrawer => {
  const branch = nameWithoutSecrets(named);
  const text = commitText(commit, branch);
  const room = roomName('git');
  const filedAt = commitTime(commit);
  return {
    sha: commit.sha,
    drawer: {
      // Named after the repository, whatever its wing is called, so that the same commit keeps its ID.
      id: composeDrawerId(wingName(readableName(repository.name)), room, drawerKey(sourceId, commit.sha, 0)),
      wing,
      room,
      type: 'git_commit',
      text,
      sourceId,
      ...noPassage,
      chunkIndex: ordinalOf(filedAt),
      contentHash: contentHash(text),
      filedAt,
      createdAt: isoTime(now),
      ...defaultMarks,
      tier: commitTier(filedAt, askedFor, now),
      ...noExchange,
    },
    tags: [commitTag(commit.sha)],
    properties: propertiesWithoutSecrets({
      author: commit.author,
      author_email: commit.authorEmail,
      author_date: commit.authorDate,
      parents: commit.parents.join(' '),
      branch,
      [repositoryProperty]: repository.root,
      ...renamesOfCommit(commit),
      ...(askedFor ? askedForProperty : {}),
    }),
  };
};

const renamesOfCommit = ({ files: { renames } }: Commit): Readonly<Record<string, string>> =>
  renames.length === 0 ? {} : { [renamesProperty]: renamesText(renames) };

/**
 * `[branch] subject`, the rest of the message, `Files: a.ts, b.ts (+45/-12)`. A name with a control character is
 * written as a JSON string, so that it stays on one line. Without names, the line says how many files there are.
 */
export const commitText = ({ message, files }: Pick<Commit, 'message' | 'files'>, branch: string): string => {
  const head = `[${branch}] ${message}`.trimEnd();
  if (files.count === 0) return head;
  const names = files.names.map((name) => (/[\x00-\x1f\x7f]/.test(name) ? JSON.stringify(name) : name)).join(', ');
  const more =
    files.names.length === 0
      ? `${files.count} in all`
      : files.count > files.names.length
        ? ` … and ${files.count - files.names.length} more`
        : '';
  const changes = files.added === null || files.deleted === null ? '' : ` (+${files.added}/-${files.deleted})`;
  return `${head}\nFiles: ${names}${more}${changes}`;
};

/**
 * The author's date, else the committer's, else the epoch. A date counts only if git could read it and its year is 1 to
 * 9999.
 */
export const commitTime = ({
  authorDate,
  committerDate,
}: Pick<Commit, 'authorDate' | 'committerDate'>): IsoTime => {
  for (const date of [authorDate, committerDate]) {
    const time = new Date(Number.parseInt(date, 10) * 1000);
    const year = time.getUTCFullYear();
    if (year >= 1 && year <= 9999) return isoTime(time);
  }
  return isoTime(0);
};

const commitTier = (filedAt: IsoTime, askedFor: boolean, now: Date): Tier =>
  askedFor || now.getTime() - Date.parse(filedAt) < freshDays * dayMs ? 'working' : 'ephemeral';

/** Position in the repository's order: seconds since the epoch, clamped to 32 bits. */
const ordinalOf = (filedAt: IsoTime): number =>
  Math.min(Math.max(Math.floor(Date.parse(filedAt) / 1000), 0), 2 ** 32 - 1);
