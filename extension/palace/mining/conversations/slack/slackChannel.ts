import { createHash } from 'node:crypto';
import path from 'node:path';
import type { FileAccess, FileStat } from '../../fileAccess.ts';
import type { ReadConversations } from '../reading/conversation.ts';
import { fileBytes } from '../reading/fileBytes.ts';
import { jsonPieces } from '../reading/jsonPieces.ts';
import { problemLog } from '../reading/problemLog.ts';
import { readSlackDirectory, type SlackDirectory } from './slackExport.ts';
import { slackReader } from './slackReader.ts';

const dayFile = /^\d{4}-\d\d-\d\d\.json$/;

/** A channel of a Slack export, read as a whole. */
interface OpenedSlackChannel {
  /** Total size (bytes) and latest change of the files that it is read from. */
  readonly stat: FileStat;
  /** Damage in the export's lists, reported with the first of its channels. */
  readonly problems: SlackDirectory['problems'];
  /** `where` of a problem is the day's file and the number of the message in it. `hash`: hex SHA-256 of all days. */
  read(): Promise<ReadConversations & { readonly hash: string }>;
}

/**
 * Opens the channels of Slack exports by their folder and the export's, both absolute; null for a folder without a day. The
 * lists of an export are read once. Rejects as `node:fs` does, and with what `pause` throws.
 */
export const slackChannels = (
  access: FileAccess,
  pause: () => Promise<void>,
): ((folder: string, root: string) => Promise<OpenedSlackChannel | null>) => {
  const directories = new Map<string, SlackDirectory>();
  return async (folder, root) => {
    const days = await daysOf(access, folder);
    if (days.length === 0) return null;
    const known = directories.get(root);
    const directory = known ?? (await readSlackDirectory(access, root, pause));
    directories.set(root, directory);
    return {
      stat: {
        kind: 'file',
        size: days.reduce((sum, { stat }) => sum + stat.size, directory.state.size),
        mtimeMs: days.reduce((latest, { stat }) => Math.max(latest, stat.mtimeMs), directory.state.mtimeMs),
        inode: 0,
      },
      problems: known === undefined ? directory.problems : [],
      read: () => readChannel(folder, days, directory, pause),
    };
  };
};

interface Day {
  readonly name: string;
  readonly stat: FileStat;
}

/** The files of a channel's days, in order. */
const daysOf = async (access: FileAccess, folder: string): Promise<Day[]> => {
  const names = (await access.list(folder)).flatMap(({ name, kind }) =>
    kind === 'file' && dayFile.test(name) ? [name] : [],
  );
  const days: Day[] = [];
  for (const name of names.sort()) days.push({ name, stat: await access.stat(path.join(folder, name)) });
  return days;
};

const readChannel = async (
  folder: string,
  days: readonly Day[],
  directory: SlackDirectory,
  pause: () => Promise<void>,
): Promise<ReadConversations & { readonly hash: string }> => {
  const log = problemLog();
  const digest = createHash('sha256');
  const name = path.basename(folder);
  const reader = slackReader(directory.folders.get(name) ?? { id: name, title: `#${name}` }, directory, log);
  for (const day of days) {
    const bytes = fileBytes(path.join(folder, day.name), day.stat.size);
    let number = 0;
    for await (const piece of jsonPieces(bytes.chunks, '')) {
      await pause();
      if (piece.kind === 'broken') log.add(day.name, piece.reason);
      else if (piece.kind === 'element') reader.take(piece.value, `${day.name}, message ${++number}`);
      else log.add(day.name, 'not_a_conversation');
    }
    digest.update(bytes.hash());
  }
  return {
    conversations: reader.conversations(),
    problems: log.problems,
    skipped: log.skipped,
    hash: digest.digest('hex'),
  };
};
