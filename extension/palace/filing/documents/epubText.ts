import { htmlText } from './htmlText.ts';
import { documentLimits } from './documentLimits.ts';
import { TextParts, UnreadableDocument, type ExtractedText } from './extractedText.ts';
import { resolvedIn } from './packageParts.ts';
import { unicodeText } from '../../../base/text/unicodeText.ts';
import { readXml } from './xmlEvents.ts';
import { entryBytes, openZip, type ZipArchive } from './zipArchive.ts';

/** An EPUB's description of itself. Parts are named by their paths in the archive. */
interface Book {
  /** In reading order. */
  readonly spine: readonly string[];
  /** The tables of contents: that of EPUB 3, then that of EPUB 2. */
  readonly contents: readonly string[];
}

/**
 * The text of an EPUB in reading order. Its chapters are the files that its table of contents names; without one,
 * every file. Text before the first chapter belongs to it. Throws `UnreadableDocument`, `encrypted` for a book
 * under copy protection.
 */
export const epubText = async (bytes: Buffer, onStep: () => void): Promise<ExtractedText> => {
  const zip = await openZip(bytes, documentLimits);
  try {
    const { spine, contents } = await bookOf(zip);
    const encrypted = await encryptedParts(zip);
    const chapters = await chaptersOf(zip, contents);
    const parts = new TextParts();
    parts.begin();
    let chapter = 0;
    for (const file of spine) {
      if (encrypted.has(file)) throw new UnreadableDocument('encrypted');
      if (contents.includes(file)) continue;
      const text = htmlText(unicodeText(await entryBytes(zip, file)));
      onStep();
      if (text === '') continue;
      if ((chapters.size === 0 || chapters.has(file)) && ++chapter > 1) parts.begin();
      parts.add(`${text}\n\n`);
    }
    return parts.done();
  } finally {
    zip.close();
  }
};

const bookOf = async (zip: ZipArchive): Promise<Book> => {
  let opf: string | null = null;
  readXml(await entryBytes(zip, 'META-INF/container.xml'), {
    open(name, attributes) {
      if (name === 'rootfile') opf ??= attributes['full-path'] ?? null;
    },
  });
  if (opf === null) throw new UnreadableDocument('damaged', 'It contains no book.');
  const at = opf as string;
  const files = new Map<string, string>();
  const contents: string[] = [];
  const spine: string[] = [];
  readXml(await entryBytes(zip, at), {
    open(name, { id = '', href = '', idref = '', properties = '', 'media-type': type = '' }) {
      if (name === 'item') {
        const file = resolvedIn(at, href);
        files.set(id, file);
        if (properties.split(' ').includes('nav')) contents.unshift(file);
        else if (type === 'application/x-dtbncx+xml') contents.push(file);
      } else if (name === 'itemref') {
        const file = files.get(idref);
        if (file !== undefined) spine.push(file);
      }
    },
  });
  return { spine, contents };
};

/** The files that the first level of the book's own table of contents names. */
const chaptersOf = async (zip: ZipArchive, contents: readonly string[]): Promise<ReadonlySet<string>> => {
  const named = new Set<string>();
  for (const file of contents) {
    if (named.size > 0 || !zip.names.includes(file)) continue;
    let depth = 0;
    let isToc = false;
    const name = (reference = ''): void => {
      if (isToc && depth === 1 && reference !== '') named.add(resolvedIn(file, reference));
    };
    readXml(await entryBytes(zip, file), {
      open(element, { type = '', href, src }) {
        if (element === 'nav') isToc = type.split(' ').includes('toc');
        else if (element === 'navMap') isToc = true;
        else if (element === 'ol' || element === 'navPoint') depth++;
        else if (element === 'a') name(href);
        else if (element === 'content') name(src);
      },
      close(element) {
        if (element === 'nav' || element === 'navMap') isToc = false;
        else if (element === 'ol' || element === 'navPoint') depth--;
      },
    });
  }
  return named;
};

/** The parts under copy protection. A book with only obfuscated fonts is not under copy protection. */
const encryptedParts = async (zip: ZipArchive): Promise<ReadonlySet<string>> => {
  const file = 'META-INF/encryption.xml';
  const parts = new Set<string>();
  if (!zip.names.includes(file)) return parts;
  readXml(await entryBytes(zip, file), {
    open(name, { URI = '' }) {
      if (name === 'CipherReference') parts.add(resolvedIn('', URI));
    },
  });
  return parts;
};
