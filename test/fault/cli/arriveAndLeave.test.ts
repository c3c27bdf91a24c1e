import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  exportPalaceReportSchema,
  importPalaceReportSchema,
} from '../../../extension/palace/contract/filing/transferSchemas.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../fixtures/treeHash.ts';
import { zipOf, type ZippedFile } from '../../fixtures/zipFile.ts';

const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));
/** The files of a folder, each below `inside`. */
const zippedFiles = (folder: string, inside: string): ZippedFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => ({
      name: `${inside}${file.replaceAll(path.sep, '/')}`,
      content: readFileSync(path.join(folder, file)),
    }));
const mempalace = path.resolve('test/fixtures/mempalace/palace');

describe('import and export on the command line', () => {
  it('imports a palace of MemPalace, exports it in both formats, and an empty palace that imports that exports the same bytes', () => {
    const root = temporaryFolder();
    const first = path.join(root, 'first');
    expect(
      json(importPalaceReportSchema, runCli(first, root, 'import', mempalace, '--dry-run', '--json').stdout),
    ).toMatchObject({ format: 'mempalace', added: 32, skipped: { closets: 15 } });
    expect(
      json(importPalaceReportSchema, runCli(first, root, 'import', mempalace, '--no-wait', '--json').stdout),
    ).toMatchObject({ added: 32, duplicates: 0 });
    expect(runCli(first, root, 'import', mempalace, '--no-wait').stdout).toContain(
      'Imported 0 drawers (mempalace); 32 duplicates; skipped: closets 15.',
    );
    for (const format of ['jsonl', 'markdown']) {
      const [out, again, second] = ['out', 'again', 'second'].map((name) => path.join(root, `${name}-${format}`));
      expect(
        json(
          exportPalaceReportSchema,
          runCli(first, root, 'export', out ?? '', '--format', format, '--json').stdout,
        ),
      ).toMatchObject({ drawers: 32, skipped_sensitive: 0 });
      expect(
        json(
          importPalaceReportSchema,
          runCli(second ?? '', root, 'import', out ?? '', '--no-wait', '--json').stdout,
        ),
      ).toMatchObject({ format, added: 32, warnings: [] });
      expect(runCli(second ?? '', root, 'export', again ?? '', '--format', format).stdout).toContain(
        'Exported 32 drawers',
      );
      expect(treeHash(again ?? '')).toEqual(treeHash(out ?? ''));
    }
  });

  it('imports an export that was packed into a ZIP archive, by itself or in its folder, with all that it holds', () => {
    const root = temporaryFolder();
    const [first, notes] = [path.join(root, 'first'), ['The crane is red.', 'The winch is green.']];
    for (const note of notes) expect(runCli(first, root, 'save', note, '--tag', 'harbour').code).toBe(0);
    for (const [format, folder] of [
      ['jsonl', ''],
      ['markdown', 'export/'],
    ] as const) {
      const [out, again, second] = ['out', 'again', 'second'].map((name) => path.join(root, `${name}-${format}`));
      const archive = path.join(root, `${format}.zip`);
      expect(runCli(first, root, 'export', out ?? '', '--format', format).code).toBe(0);
      writeFileSync(archive, zipOf(zippedFiles(out ?? '', folder)));
      const dry = runCli(second ?? '', root, 'import', archive, '--dry-run', '--json');
      expect(dry.code).toBe(0);
      expect(json(importPalaceReportSchema, dry.stdout)).toMatchObject({ format, added: 2 });
      const imported = runCli(second ?? '', root, 'import', archive, '--no-wait', '--json');
      expect(imported).toMatchObject({ code: 0, stderr: '' });
      expect(json(importPalaceReportSchema, imported.stdout)).toMatchObject({ format, added: 2, warnings: [] });
      expect(runCli(second ?? '', root, 'export', again ?? '', '--format', format).code).toBe(0);
      expect(treeHash(again ?? '')).toEqual(treeHash(out ?? ''));
      expect(readdirSync(second ?? '')).not.toContain('import-copy');
    }
  });

  it('imports the lines of an export as plain drawers, and counts none of them as invalid', () => {
    const root = temporaryFolder();
    const [first, second, out] = ['first', 'second', 'out'].map((name) => path.join(root, name));
    expect(runCli(first ?? '', root, 'save', 'The crane is red.').code).toBe(0);
    expect(runCli(first ?? '', root, 'export', out ?? '').code).toBe(0);
    const drawers = path.join(out ?? '', 'drawers.jsonl');
    const imported = runCli(second ?? '', root, 'import', drawers, '--format', 'drawers', '--no-wait');
    expect(imported).toMatchObject({
      code: 0,
      stdout: 'Imported 1 drawer (drawers); 0 duplicates; skipped: none.\n',
      stderr: '',
    });
    // Only the first line announces anything.
    writeFileSync(drawers, readFileSync(drawers, 'utf8').repeat(2));
    const twice = runCli(second ?? '', root, 'import', drawers, '--format', 'drawers', '--no-wait', '--json');
    expect(json(importPalaceReportSchema, twice.stdout)).toMatchObject({ duplicates: 2, skipped: { invalid: 1 } });
  });

  it('says in one line what is wrong, and does not touch a folder that it did not export', () => {
    const root = temporaryFolder();
    const palace = path.join(root, 'palace');
    const none = runCli(palace, root, 'export', path.join(root, 'out'));
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('E_PALACE_NOT_FOUND');
    expect(existsSync(path.join(root, 'out'))).toBe(false);
    runCli(palace, root, 'import', mempalace, '--no-wait');
    const mine = path.join(root, 'mine');
    runCli(palace, root, 'export', mine);
    writeFileSync(path.join(mine, 'letter.txt'), 'mine');
    const before = treeHash(mine);
    const refused = runCli(palace, root, 'export', mine);
    expect(refused.code).toBe(1);
    expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    expect(refused.stderr).toContain('letter.txt');
    expect(treeHash(mine)).toEqual(before);
    expect(runCli(palace, root, 'export', mine, '--format', 'xml')).toMatchObject({ code: 2 });
    expect(runCli(palace, root, 'import', mempalace, '--format', 'xml')).toMatchObject({ code: 2 });
    expect(runCli(palace, root, 'import', path.join(root, 'nowhere'))).toMatchObject({ code: 1 });
    expect(readdirSync(palace)).not.toContain('import-copy');
  });
});
