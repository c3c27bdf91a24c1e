import * as z from 'zod';
import { parseJson } from '../../../base/text/parseJson.ts';
import { unicodeText } from '../../../base/text/unicodeText.ts';
import { TextParts, UnreadableDocument, type ExtractedText } from './extractedText.ts';

const source = z
  .union([z.string(), z.array(z.string())])
  .transform((lines) => (typeof lines === 'string' ? lines : lines.join('')));
/** Format 3 called the source of a code cell `input`. */
const cells = z.array(z.object({ source: source.optional(), input: source.optional() }));
/** Formats 4 and 3 of Jupyter (nbformat.readthedocs.io); outputs and everything else are not read. */
const notebookSchema = z.union([
  z.object({ cells }),
  z
    .object({ worksheets: z.array(z.object({ cells })) })
    .transform(({ worksheets }) => ({ cells: worksheets.flatMap((sheet) => sheet.cells) })),
]);

/** What was written into the cells of a Jupyter notebook, cell by cell, without their outputs. Throws `UnreadableDocument`. */
export const notebookText = (bytes: Buffer): ExtractedText => {
  const json = parseJson(unicodeText(bytes));
  if (json === undefined) throw new UnreadableDocument('damaged', 'It is no JSON.');
  const notebook = notebookSchema.safeParse(json);
  if (!notebook.success) throw new UnreadableDocument('damaged', 'It holds no cells.');
  const parts = new TextParts();
  for (const { source: written, input = '' } of notebook.data.cells) {
    parts.begin();
    const text = (written ?? input).trimEnd();
    if (text !== '') parts.add(`${text}\n\n`);
  }
  return parts.done();
};
