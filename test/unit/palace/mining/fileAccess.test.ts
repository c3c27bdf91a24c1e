import type { stat } from 'node:fs/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fileTime } from '../../../../extension/palace/mining/fileAccess.ts';
import { writtenTime } from '../../../../extension/palace/model/drawer/writtenTime.ts';
import { minedFolder } from '../../../fixtures/minedFolder.ts';

/** Seconds since the epoch that no palace can hold, as tmpfs, Btrfs and ZFS keep them. */
const impossible = [-9_999_999_999_999, -62_167_219_300, 253_402_300_800, 9_999_999_999_999];
const clock = vi.hoisted(() => ({ seconds: 0 }));

// The file system of this machine may not keep such times.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<{ stat: typeof stat }>();
  return {
    ...real,
    stat: async (file: string) => Object.assign(await real.stat(file), { mtimeMs: clock.seconds * 1000 }),
  };
});

const folder = minedFolder();

describe('the time of a file', () => {
  beforeEach(() => {
    clock.seconds = 1_700_000_000;
  });

  it('stays as it is in the years 1 to 9999', () => {
    for (const time of [Date.parse('0001-01-01T00:00:00Z'), -1.5, 0, 1_700_000_000_123.25])
      expect(fileTime(time)).toBe(time);
  });

  it.each(impossible)('is one that a palace can hold, although the file system says %d s', async (seconds) => {
    folder.write('a.txt', 'The tide turns.\n');
    clock.seconds = seconds;
    expect((await folder.mine()).sources).toMatchObject({ mined: 1, skipped: {} });
    const [drawer] = folder.live();
    expect(writtenTime(drawer?.filedAt ?? '')).toBe(drawer?.filedAt);
    const [source] = folder.store.read.sources('file');
    expect(writtenTime(source?.mtimeMs ?? NaN)).not.toBeNull();
    expect((await folder.mine()).sources).toMatchObject({ mined: 0, unchanged: 1 });
  });
});
