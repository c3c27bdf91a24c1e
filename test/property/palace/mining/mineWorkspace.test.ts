import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash, type Drawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { mineWorkspace } from '../../../../extension/palace/mining/mineWorkspace.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { prose, removeFolder, temporaryFolder, writeTree } from '../../../fixtures/fileTree.ts';
import { memoryPalaceStore } from '../../../fixtures/palaces/memoryPalaceStore.ts';
import { runs } from '../../../fixtures/testSize.ts';

const sqliteWasm = createRequire(import.meta.url).resolve('sql.js/dist/sql-wasm-debug.wasm');
const paths = ['a.md', 'b.md', 'docs/c.md', 'docs/deep/d.md', 'src/e.ts'];

type Edit =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'insert'; readonly path: string; readonly at: number; readonly text: string }
  | { readonly kind: 'cut'; readonly path: string; readonly at: number; readonly length: number }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'touch'; readonly path: string }
  | { readonly kind: 'ignore'; readonly lines: readonly string[] }
  | { readonly kind: 'project'; readonly on: boolean };

const anyPath = fc.constantFrom(...paths);
const text = fc.oneof(
  fc
    .tuple(fc.constantFrom('x', 'y', 'z'), fc.integer({ min: 0, max: 6000 }))
    .map(([seed, size]) => prose(seed, size)),
  fc.integer({ min: 0, max: 400 }).map((count) => 'the same line again\n'.repeat(count)),
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((line) => line.replaceAll('\0', ' ')),
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('write' as const), path: anyPath, text }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('insert' as const), path: anyPath, at: fc.nat(6000), text }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      path: anyPath,
      at: fc.nat(6000),
      length: fc.nat(900),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), path: anyPath }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename' as const), path: anyPath, to: anyPath }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('touch' as const), path: anyPath }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ignore' as const),
      lines: fc.subarray(['/a.md', 'docs', 'deep', '*.ts', '!e.ts']),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('project' as const), on: fc.boolean() }) },
);

/** The workspace on disk, and what of it ought to be mined. */
class Workspace {
  readonly root = temporaryFolder();
  #ignored: readonly string[] = [];

  apply(change: Edit): void {
    switch (change.kind) {
      case 'ignore':
        this.#ignored = change.lines;
        return writeTree(this.root, { '.gitignore': change.lines.join('\n') });
      case 'project':
        return change.on
          ? writeTree(this.root, { 'docs/package.json': '{}' })
          : rmSync(path.join(this.root, 'docs/package.json'), { force: true });
      case 'write':
        return writeTree(this.root, { [change.path]: change.text });
      case 'insert':
        return this.#edit(change.path, change.at, 0, change.text);
      case 'cut':
        return this.#edit(change.path, change.at, change.length, '');
      case 'remove':
        return rmSync(path.join(this.root, change.path), { force: true });
      case 'touch':
        if (existsSync(path.join(this.root, change.path)))
          utimesSync(path.join(this.root, change.path), new Date(), new Date(1_600_000_000_000));
        return;
      case 'rename':
        if (!existsSync(path.join(this.root, change.path))) return;
        mkdirSync(path.dirname(path.join(this.root, change.to)), { recursive: true });
        renameSync(path.join(this.root, change.path), path.join(this.root, change.to));
    }
  }

  #edit(file: string, position: number, length: number, inserted: string): void {
    if (!existsSync(path.join(this.root, file))) return;
    const now = readFileSync(path.join(this.root, file), 'utf8');
    const at = position % (now.length + 1);
    writeTree(this.root, { [file]: now.slice(0, at) + inserted + now.slice(at + length) });
  }

  expected(): Map<string, string> {
    const isIgnored = (file: string): boolean =>
      this.#ignored.some(
        (line) =>
          (line === '/a.md' && file === 'a.md') ||
          (line === 'docs' && file.startsWith('docs/')) ||
          (line === 'deep' && file.includes('/deep/')) ||
          (line === '*.ts' && file.endsWith('.ts') && !this.#ignored.includes('!e.ts')),
      );
    const files = [...paths, '.gitignore', 'docs/package.json'].filter(
      (file) => existsSync(path.join(this.root, file)) && !isIgnored(file),
    );
    return new Map(files.map((file) => [file, readFileSync(path.join(this.root, file), 'utf8')]));
  }
}

const allDrawers = (store: PalaceStore): Drawer[] => store.read.scanDrawers(0, 1_000_000);

const joined = (drawers: readonly Drawer[]): Map<string, string> => {
  const files = new Map<string, string>();
  for (const drawer of drawers
    .filter(({ archived }) => !archived)
    .sort((a, b) => (a.span?.start ?? 0) - (b.span?.start ?? 0))) {
    const file = drawer.sourceFile ?? '';
    const before = files.get(file) ?? '';
    expect(drawer.span).toEqual({ start: before.length, end: before.length + drawer.text.length });
    files.set(file, before + drawer.text);
  }
  return files;
};

const holdsAfterEachMine = async (store: PalaceStore, rounds: readonly (readonly Edit[])[]): Promise<void> => {
  const workspace = new Workspace();
  try {
    for (const edits of rounds) {
      const before = allDrawers(store);
      for (const change of edits) workspace.apply(change);
      const mine = () =>
        mineWorkspace(
          store,
          { folders: [{ path: workspace.root, name: 'demo' }] },
          { clock: () => new Date(), palaceFolder: path.join(workspace.root, '.palace') },
        );
      const report = await mine();
      const after = allDrawers(store);
      const expected = workspace.expected();
      expect(joined(after)).toEqual(new Map([...expected].filter(([, content]) => content !== '')));
      for (const drawer of after) expect(drawer.contentHash).toBe(contentHash(drawer.text));
      for (const drawer of after) {
        if (drawer.archived) continue;
        expect(drawer.chunkIndex).toBe(
          after.filter(
            (other) =>
              !other.archived &&
              other.sourceId === drawer.sourceId &&
              (other.span?.start ?? 0) < (drawer.span?.start ?? 0),
          ).length,
        );
        const wing =
          drawer.sourceFile?.startsWith('docs/') === true && expected.has('docs/package.json') ? 'docs' : 'demo';
        expect(drawer.wing).toBe(wing);
      }
      expectStableIds(before, after);
      expect(report.drawers.added).toBe(
        after.filter((drawer) => !before.some(({ rowid }) => rowid === drawer.rowid)).length,
      );
      const again = await mine();
      expect(again.drawers).toMatchObject({
        added: 0,
        archived: 0,
        kept: after.filter(({ archived }) => !archived).length,
      });
      expect(allDrawers(store)).toEqual(after);
    }
  } finally {
    removeFolder(workspace.root);
  }
};

/** A text that stands as often in a source as before kept its rows; an archived drawer is never lost. */
const expectStableIds = (before: readonly Drawer[], after: readonly Drawer[]): void => {
  const now = new Map(after.map((drawer) => [drawer.rowid, drawer]));
  const count = (drawers: readonly Drawer[], { sourceId, text: content }: Drawer): number =>
    drawers.filter((drawer) => drawer.sourceId === sourceId && drawer.text === content && !drawer.archived).length;
  for (const drawer of before) {
    const kept = now.get(drawer.rowid);
    if (kept !== undefined) expect([kept.id, kept.text]).toEqual([drawer.id, drawer.text]);
    else expect(count(after, drawer)).toBeLessThan(count(before, drawer));
  }
};

describe('mining again and again', () => {
  const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

  it('leaves exactly the files of the workspace in live drawers, loses none it keeps, and adds nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, (edits) => holdsAfterEachMine(memoryPalaceStore(), edits)),
      { numRuns: runs(60) },
    );
  });

  it('does so in the store on disk', async () => {
    await fc.assert(
      fc.asyncProperty(rounds, async (edits) => {
        const folder = temporaryFolder();
        const store = await openPalaceStore({ folder, sqliteWasm });
        try {
          await holdsAfterEachMine(store, edits);
        } finally {
          await store.close();
          removeFolder(folder);
        }
      }),
      { numRuns: runs(12) },
    );
  });
});
