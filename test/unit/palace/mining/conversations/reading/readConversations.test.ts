import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../../../extension/palace/mining/conversations/reading/detectFormat.ts';
import { expectedFiles, fixtureBytes, readBytes } from '../../../../../fixtures/conversationFixtures.ts';

/** The problem that stands for what the fixtures call an error of a whole file. */
const errorReasons: Readonly<Record<string, string>> = {
  'undecodable: not UTF-8': 'undecodable',
  empty: 'empty',
  'log has no initial entry': 'no_initial_entry',
  'invalid JSON': 'invalid_json',
  'not a chat export': 'not_a_conversation',
  'binary (NUL in the first 8 KiB)': 'binary',
};

describe('what a careful reader takes from the files of other programs', () => {
  it.each(expectedFiles)('$file', async (expected) => {
    const read = await readBytes(fixtureBytes(expected.file), expected.format, path.basename(expected.file));
    const [only] = read.conversations;
    const told = (exchanges: NonNullable<typeof expected.exchanges>) =>
      exchanges.map(({ user, assistant, started_at: at, ended_at: end, started_at_local: local }) => ({
        user,
        assistant,
        ...(at === undefined ? {} : { at }),
        ...(end === undefined ? {} : { endedAt: end }),
        ...(local === undefined ? {} : { at: `${local}:00.000Z` }),
      }));
    if (expected.conversations !== undefined) {
      expect(read.conversations.map(({ id, exchanges }) => ({ id, exchanges }))).toMatchObject(
        expected.conversations.map(({ id, exchanges }) => ({ id, exchanges: told(exchanges) })),
      );
      expect(read.conversations.map(({ exchanges }) => exchanges.length)).toEqual(
        expected.conversations.map(({ exchanges }) => exchanges.length),
      );
    }
    if (expected.exchanges !== undefined) {
      expect(only?.exchanges ?? []).toMatchObject(told(expected.exchanges));
      expect(only?.exchanges ?? []).toHaveLength(expected.exchanges.length);
      expect(read.conversations.length).toBeLessThanOrEqual(1);
    }
    if (expected.exchanges_count !== undefined) {
      expect(only?.exchanges).toHaveLength(expected.exchanges_count);
      expect(only?.exchanges.at(-1)?.user).toHaveLength(expected.last_user_chars ?? 0);
    }
    if (expected.sidechain_exchanges !== undefined)
      expect(only?.asides).toMatchObject(told(expected.sidechain_exchanges));
    if (expected.title !== undefined)
      expect(only?.title ?? only?.exchanges[0]?.user).toBe(expected.title ?? expected.exchanges?.[0]?.user);
    if (expected.session_id !== undefined && expected.sidechain_exchanges === undefined)
      expect(only?.id).toBe(expected.session_id);
    if (expected.cwd !== undefined) expect(only?.cwd).toBe(expected.cwd);
    if (expected.git_branch !== undefined) expect(only?.gitBranch).toBe(expected.git_branch);
    if (expected.error === undefined) expect(read.skipped).toEqual(expected.skipped ?? {});
    else expect(read.problems.map(({ reason }) => reason)).toContain(errorReasons[expected.error]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('covers every file that is there', () => expect(expectedFiles).toHaveLength(49));

  it.each(
    expectedFiles.filter(
      ({ error }) =>
        error === undefined || error === 'invalid JSON' || error.startsWith('log') || error.startsWith('not'),
    ),
  )('knows the format of $file by its content', ({ file, format }) => {
    expect(detectFormat(fixtureBytes(file))?.format).toBe(format);
  });
});
