import * as filesystem from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExportDisk } from '../../../extension/palace/transfer/exportFolder.ts';
import { exportPalace } from '../../../extension/palace/transfer/exportPalace.ts';
import { layouts } from '../../../extension/palace/transfer/record/exportFormat.ts';
import { emptyStore } from '../../fixtures/palaces/exchangeStore.ts';
import { drawerRow, fileRows } from '../../fixtures/palaces/smallPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../fixtures/treeHash.ts';

const writing = ['mkdir', 'open', 'rename', 'writeFile'] as const;

/** The real disk, on which the `fails`-th call that writes is refused; with `forGood`, every call after it, too. */
const failingDisk = (
  fails: number,
  code: string,
  forGood: boolean,
): { readonly disk: ExportDisk; readonly calls: () => number } => {
  let calls = 0;
  const refuse = (): void => {
    calls++;
    if (calls === fails || (forGood && calls > fails))
      throw Object.assign(new Error(`${code}: refused`), { code });
  };
  const disk = new Proxy(filesystem, {
    get(target, name, receiver) {
      const real: unknown = Reflect.get(target, name, receiver);
      const isGone = forGood && calls > fails && (name === 'rm' || name === 'rmdir');
      if (typeof real !== 'function' || !(isGone || writing.some((known) => known === name))) return real;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        refuse();
        const result: unknown = await Reflect.apply(real, target, args);
        return name === 'open' && result instanceof Object ? refusingHandle(result, refuse) : result;
      };
    },
  });
  return { disk, calls: () => calls };
};

const refusingHandle = (handle: object, refuse: () => void): unknown =>
  new Proxy(handle, {
    get(target, name) {
      const real: unknown = Reflect.get(target, name);
      if (typeof real !== 'function') return real;
      return (...args: readonly unknown[]): unknown => {
        if (name === 'write' || name === 'sync') refuse();
        return Reflect.apply(real, target, args);
      };
    },
  });

const palaces = async () => {
  const [first, second] = [await emptyStore(), await emptyStore()];
  await fileRows(
    first,
    [{ name: 'a.md', kind: 'file' }],
    ['one', 'two'].map((id) => drawerRow({ id, sourceId: 'a.md' })),
  );
  await fileRows(
    second,
    [{ name: 'b.md', kind: 'file' }],
    ['one', 'three'].map((id) => drawerRow({ id, text: `Another ${id}`, sourceId: 'b.md' })),
  );
  await second.write((write) =>
    write.putPairs([{ a: 'one', b: 'three', count: 1, last_at: '2026-01-01T00:00:00.000Z' }]),
  );
  return { first, second };
};

describe.each(layouts)('a disk that fails while a palace is exported as %s', (layout) => {
  const options = { layout, includeSensitive: true, includeArchived: true } as const;

  it.each([
    ['ENOSPC', 'E_DISK_FULL'],
    ['EIO', 'E_DISK_ERROR'],
    ['EACCES', 'E_EXPORT_FOLDER'],
  ])('%s at any one call leaves no folder where there was none', async (errno, code) => {
    const { first } = await palaces();
    const counting = failingDisk(-1, errno, false);
    await exportPalace(first, path.join(temporaryFolder(), 'out'), { ...options, disk: counting.disk });
    expect(counting.calls()).toBeGreaterThan(6);
    for (let call = 1; call <= counting.calls(); call++) {
      const root = temporaryFolder();
      await expect(
        exportPalace(first, path.join(root, 'new', 'out'), {
          ...options,
          disk: failingDisk(call, errno, false).disk,
        }),
      ).rejects.toMatchObject({ code });
      expect(readdirSync(root)).toEqual([]);
    }
  });

  it('at any single call leaves an earlier export as it was', async () => {
    const { first, second } = await palaces();
    const root = temporaryFolder();
    const folder = path.join(root, 'out');
    await exportPalace(first, folder, options);
    const earlier = treeHash(root);
    const counting = failingDisk(-1, 'ENOSPC', false);
    await exportPalace(second, path.join(temporaryFolder(), 'out'), { ...options, disk: counting.disk });
    // Replacing takes some more calls than writing afresh: go on until one export succeeds.
    let failures = 0;
    for (let call = 1; ; call++) {
      const isDone = await exportPalace(second, folder, {
        ...options,
        disk: failingDisk(call, 'ENOSPC', false).disk,
      }).then(
        () => true,
        () => false,
      );
      if (isDone) break;
      failures++;
      expect(treeHash(root)).toEqual(earlier);
    }
    expect(failures).toBeGreaterThan(counting.calls());
  });

  it('from any call on leaves the earlier export, or one that the next export completes', async () => {
    const { first, second } = await palaces();
    const after = path.join(temporaryFolder(), 'after');
    await exportPalace(second, after, options);
    const expected = treeHash(after);
    for (let call = 1; ; call++) {
      const root = temporaryFolder();
      const folder = path.join(root, 'out');
      await exportPalace(first, folder, options);
      const earlier = treeHash(folder);
      const isDone = await exportPalace(second, folder, {
        ...options,
        disk: failingDisk(call, 'EIO', true).disk,
      }).then(
        () => true,
        () => false,
      );
      if (isDone) break;
      // A stopped one that stops again brings the earlier export back…
      await expect(
        exportPalace(second, folder, { ...options, signal: AbortSignal.abort() }),
      ).rejects.toMatchObject({ code: 'E_CANCELLED' });
      expect(treeHash(folder)).toEqual(earlier);
      // … and one that runs through replaces it.
      await exportPalace(second, folder, options);
      expect(treeHash(folder)).toEqual(expected);
      expect(existsSync(path.join(folder, '.synapse-palace-partial'))).toBe(false);
    }
  });
});
