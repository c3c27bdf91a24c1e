import { rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportPalace } from '../../../../extension/palace/transfer/exportPalace.ts';
import { layouts } from '../../../../extension/palace/transfer/record/exportFormat.ts';
import { markdownOf, parseMarkdown } from '../../../../extension/palace/transfer/record/frontMatter.ts';
import { importPalace } from '../../../../extension/palace/transfer/importPalace.ts';
import { safeName } from '../../../../extension/palace/transfer/safeName.ts';
import { nodeFileSystem } from '../../../../extension/palace/store/realFile/fileSystem.ts';
import { loadSqlite } from '../../../../extension/palace/store/realFile/loadSqlite.ts';
import { openPalace } from '../../../../extension/palace/store/openPalace.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { everything, filePalace, nastyPalace, nastyText } from '../../../fixtures/palaces/nastyPalace.ts';
import { sqliteWasm, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../../fixtures/treeHash.ts';
import { runs } from '../../../fixtures/testSize.ts';

const sqlite = await loadSqlite(sqliteWasm);
const clock = (): Date => new Date('2026-05-01T00:00:00Z');
const open = (folder: string): Promise<PalaceStore> =>
  openPalace({ folder, sqlite, fileSystem: nodeFileSystem, clock });
const whole = { includeSensitive: true, includeArchived: true } as const;

describe('leaving and arriving', () => {
  it.each(layouts)(
    '%s: an empty palace that takes in an export is the one that was exported, and exports the same bytes',
    async (layout) => {
      const root = temporaryFolder();
      let run = 0;
      await fc.assert(
        fc.asyncProperty(nastyPalace, async (palace) => {
          const folder = path.join(root, String(run++));
          const [first, second] = [await open(path.join(folder, 'a')), await open(path.join(folder, 'b'))];
          try {
            await filePalace(first, palace);
            const out = path.join(folder, 'out');
            await exportPalace(first, out, { layout, ...whole });
            const report = await importPalace(second, out, { format: 'auto', isDryRun: false, sqliteWasm, clock });
            expect(report).toMatchObject({
              added: palace.drawers.length,
              duplicates: 0,
              skipped: {},
              warnings: [],
            });
            expect(everything(second)).toEqual(everything(first));
            await exportPalace(second, path.join(folder, 'again'), { layout, ...whole });
            expect(treeHash(path.join(folder, 'again'))).toEqual(treeHash(out));
            expect(
              await importPalace(second, out, { format: 'auto', isDryRun: false, sqliteWasm, clock }),
            ).toMatchObject({ added: 0, duplicates: palace.drawers.length });
          } finally {
            await Promise.all([first.close(), second.close()]);
            rmSync(folder, { recursive: true, force: true });
          }
        }),
        { numRuns: runs(6) },
      );
    },
  );

  it('any text survives Markdown, whatever stands in it and in its fields', () => {
    fc.assert(
      fc.property(
        nastyText,
        fc.dictionary(
          fc.constantFrom('id', 'wing', 'tags', 'properties'),
          fc.oneof(nastyText, fc.array(nastyText), fc.constant(null)),
        ),
        (text, fields) => {
          expect(parseMarkdown(markdownOf(fields, text))).toEqual({ fields, text });
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('names of files differ where the texts do, even if a system ignores case and Unicode forms, and every system takes them', () => {
    fc.assert(
      fc.property(nastyText, nastyText, fc.constantFrom(48, 96), (a, b, longest) => {
        const [x, y] = [safeName(a, longest), safeName(b, longest)];
        if (a !== b) expect(x.normalize('NFC').toLowerCase()).not.toBe(y.normalize('NFC').toLowerCase());
        expect(x).toMatch(/^[a-z0-9_~][a-z0-9_.~-]*$/);
        expect(x).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|\.$/);
        expect(x.length).toBeLessThanOrEqual(longest);
      }),
      { numRuns: runs(500) },
    );
  });
});
