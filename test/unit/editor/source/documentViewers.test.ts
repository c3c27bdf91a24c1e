import { expect, it } from 'vitest';
import { hasViewer } from '../../../../extension/editor/source/documentViewers.ts';

const withEditors = (...patterns: string[]) => ({
  packageJSON: {
    contributes: { customEditors: [{ selector: patterns.map((filenamePattern) => ({ filenamePattern })) }] },
  },
});

it('a document has a viewer where an extension brings an editor for its ending', () => {
  expect(hasViewer('/books/Manual.PDF', [withEditors('*.csv'), withEditors('*.pdf')])).toBe(true);
  expect(hasViewer('/books/manual.docx', [withEditors('*.{doc,docx}')])).toBe(true);
  expect(hasViewer('/books/manual.pdf', [withEditors('*.pdfx')])).toBe(false);
});

it('extensions without editors, or with a manifest that is none, bring no viewer', () => {
  expect(
    hasViewer('/books/manual.pdf', [
      { packageJSON: {} },
      { packageJSON: { contributes: { customEditors: '*.pdf' } } },
    ]),
  ).toBe(false);
});
