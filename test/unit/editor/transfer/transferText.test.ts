import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import {
  deleteQuestion,
  exportOutcome,
  importOutcome,
  importDetails,
  importQuestion,
  replaceQuestion,
} from '../../../../extension/editor/transfer/transferText.ts';
import { exportTarget, hasExport } from '../../../../extension/editor/transfer/exportTarget.ts';
import type { ImportPalaceReport } from '../../../../extension/palace/contract/filing/transferSchemas.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { statusOf } from '../fakePalace.ts';
import { inGerman } from '../germanLocaliser.ts';
import { english } from '../localiser.ts';

const found: ImportPalaceReport = {
  format: 'mempalace',
  added: 1234,
  duplicates: 2,
  skipped: { closets: 15 },
  warnings: Array.from({ length: 8 }, (_, index) => `note ${index}`),
  elapsed_ms: 5,
};

it('before an import, a person is told what was found, how much is new and what is left out', () => {
  const question = importQuestion(found, english);
  expect(question?.message).toBe('Import 1,234 drawers?');
  expect(question?.detail).toContain(
    'This is a palace of MemPalace. Nothing in it is changed.\nHere already: 2.\nLeft out: closets 15.\nnote 0',
  );
  expect(question?.detail).toContain('… and 3 more notes.');
  expect(question?.detail).not.toContain('note 5');
});

it('what the import left out and assumed is said in the display language', () => {
  const report = {
    ...found,
    warnings: [
      'MemPalace notes times without a zone; they were read as local time of this machine (Europe/Berlin).',
      'The export is incomplete: it says that it holds 1,204 drawers, but it holds 12.',
      'a note of a later version',
    ],
  };
  const said =
    'MemPalace schreibt Zeiten ohne Zeitzone; sie wurden als Ortszeit dieses Rechners gelesen (Europe/Berlin).\n' +
    'Der Export ist unvollständig: Er soll 1,204 Fächer enthalten, enthält aber 12.\na note of a later version';
  expect(importQuestion(report, inGerman)?.detail).toContain(said);
  expect(importDetails(report, inGerman)).toBe(`${said}\n`);
  expect(importDetails(report, english)).toBe(`${report.warnings.join('\n')}\n`);
});

it('where nothing is new, nobody is asked, but told', () => {
  const nothing = { ...found, added: 0, skipped: {} };
  expect(importQuestion(nothing, english)).toBeNull();
  expect(importOutcome(nothing, english)).toBe('Nothing new was found in a palace of MemPalace. Here already: 2.');
  expect(importOutcome({ ...found, added: 1 }, english)).toBe(
    '1 drawer imported from a palace of MemPalace. Here already: 2. Left out: closets 15.',
  );
});

it('an export says how many drawers stayed behind', () => {
  const report = { drawers: 3, files: 4, skipped_sensitive: 0, elapsed_ms: 5 };
  expect(exportOutcome(report, '/out', english)).toBe('3 drawers exported to /out.');
  expect(exportOutcome({ ...report, skipped_sensitive: 1 }, '/out', english)).toBe(
    '3 drawers exported to /out. 1 sensitive drawer was left out.',
  );
});

it('before a palace is deleted, a person is told what goes and what exists nowhere else', () => {
  const status = statusOf(7);
  const { message, detail } = deleteQuestion(
    { ...status, drawers: { ...status.drawers, archived: 2 } },
    'harbor',
    english,
  );
  expect(message).toBe('Delete the memory of “harbor”?');
  expect(detail).toContain('9 drawers would be gone, 2 of them archived');
  expect(deleteQuestion(null, 'harbor', english).detail).toContain("can't be undone");
});

it('an export goes into an empty folder or an earlier export itself, and into a folder of its own where anything else lies', async () => {
  const empty = temporaryFolder();
  mkdirSync(path.join(empty, '.git'));
  expect(await exportTarget(empty, 'harbor')).toBe(empty);
  const full = temporaryFolder();
  writeFileSync(path.join(full, 'letter.txt'), '');
  expect(await exportTarget(full, 'Hárbor & Co')).toBe(path.join(full, 'Ha-rbor-Co-palace'));
  expect(await exportTarget(full, '../..')).toBe(path.join(full, 'workspace-palace'));
  const earlier = temporaryFolder();
  writeFileSync(path.join(earlier, 'palace.json'), '');
  expect(await exportTarget(earlier, 'harbor')).toBe(earlier);
});

it('before an earlier export is replaced, a person is asked: it may be all that is left of another palace', async () => {
  const folder = temporaryFolder();
  expect(hasExport(folder)).toBe(false);
  writeFileSync(path.join(folder, 'letter.txt'), '');
  const beside = await exportTarget(folder, 'harbor');
  expect(hasExport(beside)).toBe(false);
  mkdirSync(beside);
  writeFileSync(path.join(beside, 'palace.json'), '');
  expect(await exportTarget(folder, 'harbor')).toBe(beside);
  expect(hasExport(beside)).toBe(true);
  expect(replaceQuestion(beside, english).detail).toContain(
    `${beside} has an earlier export, of this palace or of`,
  );
});
