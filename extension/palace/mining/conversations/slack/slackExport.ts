import path from 'node:path';
import { isRecord } from '../../../../base/isRecord.ts';
import type { FileAccess } from '../../fileAccess.ts';
import type { ConversationProblem } from '../reading/conversation.ts';
import { fileBytes } from '../reading/fileBytes.ts';
import { jsonPieces } from '../reading/jsonPieces.ts';
import { listAt, recordAt, textAt, type JsonRecord } from '../reading/jsonValue.ts';
import { problemLog } from '../reading/problemLog.ts';

/** The lists of people, and those of channels, private channels, direct messages and group messages. */
const peopleFiles = ['users.json', 'org_users.json'];
const channelFiles = ['channels.json', 'groups.json', 'dms.json', 'mpims.json'];

/** The people and channels that the IDs in a Slack export stand for. */
export interface SlackDirectory {
  /** Person's ID → the name that is shown. */
  readonly people: ReadonlyMap<string, string>;
  /** Channel's ID → its name, without `#`. */
  readonly channels: ReadonlyMap<string, string>;
  /** Name of a channel's folder → the channel. */
  readonly folders: ReadonlyMap<string, SlackChannel>;
  /** Sizes (bytes) and latest time (ms since the epoch) of the files this was read from. */
  readonly state: { readonly size: number; readonly mtimeMs: number };
  readonly problems: readonly (ConversationProblem & { readonly file: string })[];
}

export interface SlackChannel {
  readonly id: string;
  /** As shown: `#general`, or the names of those in a direct message. */
  readonly title: string;
}

/** Whether these are the names in a Slack export's own folder. */
export const isSlackExport = (names: readonly string[]): boolean =>
  peopleFiles.some((name) => names.includes(name)) && channelFiles.some((name) => names.includes(name));

/** Reads the lists of an export. Damaged parts are reported; the rest is used. */
export const readSlackDirectory = async (
  access: FileAccess,
  root: string,
  pause: () => Promise<void>,
): Promise<SlackDirectory> => {
  const people = new Map<string, string>();
  const channels = new Map<string, string>();
  const folders = new Map<string, SlackChannel>();
  const state = { size: 0, mtimeMs: 0 };
  const problems: SlackDirectory['problems'][number][] = [];
  const names = new Set((await access.list(root)).filter(({ kind }) => kind === 'file').map(({ name }) => name));
  const records = async function* (list: readonly string[]): AsyncGenerator<readonly [string, JsonRecord]> {
    for (const name of list) {
      if (!names.has(name)) continue;
      const file = path.join(root, name);
      const stat = await access.stat(file);
      state.size += stat.size;
      state.mtimeMs = Math.max(state.mtimeMs, stat.mtimeMs);
      const log = problemLog();
      let number = 0;
      for await (const piece of jsonPieces(fileBytes(file, stat.size).chunks, '')) {
        await pause();
        const where = `entry ${++number}`;
        if (piece.kind === 'broken') log.add('', piece.reason);
        else if (piece.kind === 'element' && isRecord(piece.value) && textAt(piece.value, 'id') !== null)
          yield [name, piece.value];
        else log.add(where, 'not_a_record');
      }
      problems.push(...log.problems.map((problem) => ({ ...problem, file })));
    }
  };
  for await (const [, person] of records(peopleFiles)) people.set(textAt(person, 'id') ?? '', nameOf(person));
  for await (const [list, channel] of records(channelFiles)) {
    const id = textAt(channel, 'id') ?? '';
    const name = textAt(channel, 'name');
    const isRoom = list === 'channels.json' || list === 'groups.json';
    if (isRoom && name !== null) channels.set(id, name);
    folders.set(name ?? id, { id, title: isRoom && name !== null ? `#${name}` : membersOf(channel, people) });
  }
  return { people, channels, folders, state, problems };
};

const nameOf = (person: JsonRecord): string => {
  const profile = recordAt(person, 'profile');
  return (
    textAt(profile, 'display_name') ??
    textAt(profile, 'real_name') ??
    textAt(person, 'real_name') ??
    textAt(person, 'name') ??
    textAt(person, 'id') ??
    ''
  );
};

const membersOf = (channel: JsonRecord, people: ReadonlyMap<string, string>): string => {
  const members = listAt(channel, 'members').filter((id) => typeof id === 'string');
  return members.map((id) => people.get(id) ?? id).join(', ') || (textAt(channel, 'id') ?? '');
};
