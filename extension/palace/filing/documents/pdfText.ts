import './pdfEnvironment.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { TextParts, UnreadableDocument, type ExtractedText } from './extractedText.ts';

/** Reading a PDF's page without its pictures takes milliseconds. */
const mostPages = 20_000;

/** A piece of a page's text; `transform[5]` is the height of its line on the page. */
interface PdfItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  readonly transform: readonly unknown[];
}

/**
 * The text of a PDF, page by page. `characterMaps`: the folder of the character maps that fonts of East Asian scripts refer to.
 * `onStep` is called after each page. Throws `UnreadableDocument`.
 */
export const pdfText = async (
  bytes: Uint8Array,
  characterMaps: string,
  onStep: () => void,
): Promise<ExtractedText> => {
  const loading = getDocument({
    data: bytes,
    cMapUrl: `${characterMaps}/`,
    cMapPacked: true,
    // Nothing in the file is run, drawn or fetched.
    isEvalSupported: false,
    enableXfa: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    verbosity: 0,
  });
  try {
    return await textOf(await loading.promise, onStep);
  } catch (thrown) {
    if (thrown instanceof UnreadableDocument) throw thrown;
    const { name, message } = thrown instanceof Error ? thrown : new Error(String(thrown));
    throw new UnreadableDocument(name === 'PasswordException' ? 'encrypted' : 'damaged', message);
  } finally {
    await loading.destroy();
  }
};

const textOf = async (pdf: PDFDocumentProxy, onStep: () => void): Promise<ExtractedText> => {
  if (pdf.numPages > mostPages) throw new UnreadableDocument('too_complex', 'It has too many pages.');
  const parts = new TextParts();
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    parts.begin();
    parts.add(pageText(items.flatMap((item) => ('str' in item ? [item] : []))));
    page.cleanup();
    onStep();
  }
  return parts.done();
};

/** A line further away than this many times its height begins a paragraph. */
const paragraphGap = 1.7;

/** A page's lines, with a blank line wherever the page has a larger gap. */
const pageText = (items: readonly PdfItem[]): string => {
  let text = '';
  let above: number | null = null;
  for (const { str, hasEOL, height, transform } of items) {
    const at = Number(transform[5]);
    if (str.trim() !== '') {
      const isApart = above !== null && text.endsWith('\n') && Math.abs(above - at) > paragraphGap * height;
      text += isApart && height > 0 ? `\n${str}` : str;
      above = at;
    } else text += str;
    if (hasEOL) text += '\n';
  }
  return text.trim() === '' ? '' : `${text.trimEnd()}\n\n`;
};
