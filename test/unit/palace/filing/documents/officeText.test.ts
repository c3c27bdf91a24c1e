import { describe, expect, it } from 'vitest';
import { docxText } from '../../../../../extension/palace/filing/documents/docxText.ts';
import { epubText } from '../../../../../extension/palace/filing/documents/epubText.ts';
import { documentChunks } from '../../../../../extension/palace/filing/documents/documentChunks.ts';
import { openZip } from '../../../../../extension/palace/filing/documents/zipArchive.ts';
import { zipOf } from '../../../../fixtures/zipFile.ts';

const rels =
  '<Relationships><Relationship Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const docx = (body: string, before = ''): Buffer =>
  zipOf([
    { name: '_rels/.rels', content: rels },
    { name: 'word/document.xml', content: `${before}<w:document><w:body>${body}</w:body></w:document>` },
  ]);
const paragraph = (...runs: readonly string[]): string => `<w:p><w:r>${runs.join('</w:r><w:r>')}</w:r></w:p>`;
const words = (text: string): string => `<w:t>${text}</w:t>`;
const problemOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'was read',
    (thrown: unknown) => (thrown as { problem?: unknown }).problem ?? thrown,
  );

describe('docxText', () => {
  it('has a cell of a table in one line, also one of many blanks', async () => {
    const cell = (...runs: string[]) => `<w:tbl><w:tr><w:tc>${paragraph(...runs)}</w:tc></w:tr></w:tbl>`;
    const read = (...runs: string[]) => docxText(docx(cell(...runs)));
    expect((await read(words('a '), '<w:br/>', '<w:br/>', words('  b'))).text).toContain('a b | ');
    // What takes time by the square of these never ends.
    const blanks = ' '.repeat(2 ** 20);
    expect((await read(words(`a${blanks}b`), '<w:br/>', words(`${blanks}c`))).text).toContain(`a${blanks}b c | `);
  });

  it('takes page numbers from the last layout’s page breaks', async () => {
    const page = '<w:lastRenderedPageBreak/>';
    const read = await docxText(
      docx(
        paragraph(words('On the first.')) +
          paragraph(words('Begins there, '), page + words('ends on the second.')) +
          paragraph(page + words('On the third.')),
      ),
    );
    expect(documentChunks(read).map(({ text, lines }) => [text, lines?.start])).toEqual([
      ['On the first.\n\nBegins there, ', 1],
      ['ends on the second.\n\n', 2],
      ['On the third.\n\n', 3],
    ]);
  });

  it('leaves out deleted and duplicated text', async () => {
    const box = (text: string): string => `<w:txbxContent>${paragraph(words(text))}</w:txbxContent>`;
    const { text } = await docxText(
      docx(
        `<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r>${words('new')}</w:r></w:ins></w:p>` +
          paragraph(`<mc:Choice>${box('in a box')}</mc:Choice><mc:Fallback>${box('in a box')}</mc:Fallback>`),
      ),
    );
    expect(text).toBe('new\n\nin a box\n\n');
  });

  it('replaces no entities of a document type, however they are nested', async () => {
    const type =
      '<!DOCTYPE w [<!ENTITY a "ha ha"><!ENTITY b "&a;&a;&a;"><!ENTITY secret SYSTEM "file:///etc/passwd">]>';
    const { text } = await docxText(docx(paragraph(words('x &b; &secret; y &amp; z')), type));
    expect(text).toBe('x &b; &secret; y & z\n\n');
  });

  it('refuses documents that are nested too deeply or have no text', async () => {
    expect(await problemOf(docxText(docx('<w:sdt>'.repeat(3000))))).toBe('too_complex');
    expect(await problemOf(docxText(docx('')))).toBe('no_text');
    expect(await problemOf(docxText(zipOf([{ name: 'a.txt', content: 'a' }])))).toBe('damaged');
  });
});

const epub = (
  spine: readonly string[],
  more: { readonly name: string; readonly content: string }[] = [],
): Buffer =>
  zipOf([
    { name: 'META-INF/container.xml', content: '<container><rootfile full-path="OPS/book.opf"/></container>' },
    {
      name: 'OPS/book.opf',
      content: `<package><manifest>${spine.map((_, index) => `<item id="i${index}" href="text%20${index}.xhtml"/>`).join('')}<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine>${spine.map((_, index) => `<itemref idref="i${index}"/>`).join('')}</spine></package>`,
    },
    ...spine.map((content, index) => ({ name: `OPS/text ${index}.xhtml`, content })),
    ...more,
  ]);

describe('epubText', () => {
  it('counts each file with a text as a chapter where there is no table of contents, else the files that it names', async () => {
    const spine = ['<img/>', '<h1>Title page</h1>', '<h1>One</h1>', '<p>still one</p>', '<h1>Two</h1>'];
    expect(await epubText(epub(spine), () => undefined)).toEqual({
      text: '# Title page\n\n# One\n\nstill one\n\n# Two\n\n',
      starts: [0, 14, 21, 32],
    });
    const toc = {
      name: 'OPS/toc.ncx',
      content:
        '<ncx><navMap><navPoint><content src="text%202.xhtml"/><navPoint><content src="text%203.xhtml"/></navPoint></navPoint><navPoint><content src="text%204.xhtml#top"/></navPoint></navMap></ncx>',
    };
    expect((await epubText(epub(spine, [toc]), () => undefined)).starts).toEqual([0, 32]);
  });

  it('refuses a book under copy protection, and one whose parts are missing', async () => {
    const encryption = {
      name: 'META-INF/encryption.xml',
      content:
        '<encryption><EncryptedData><CipherReference URI="OPS/text%200.xhtml"/></EncryptedData></encryption>',
    };
    expect(await problemOf(epubText(epub(['<p>a</p>'], [encryption]), () => undefined))).toBe('encrypted');
    const torn = epub(['<p>a</p>']);
    expect(await problemOf(epubText(torn.subarray(0, torn.length >> 1), () => undefined))).toBe('damaged');
  });
});

describe('openZip', () => {
  const limits = { entries: 3, unpackedBytes: 1000 };
  const all = async (bytes: Buffer): Promise<string> => {
    const zip = await openZip(bytes, limits);
    let text = '';
    for (const name of zip.names)
      for await (const piece of zip.pieces(name)) text += Buffer.from(piece).toString();
    return text;
  };

  it('limits the unpacked size as measured, not as the archive claims', async () => {
    expect(await all(zipOf([{ name: 'a', content: 'x'.repeat(1000) }]))).toHaveLength(1000);
    const half = 'x'.repeat(501);
    expect(
      await problemOf(
        all(
          zipOf([
            { name: 'a', content: half },
            { name: 'b', content: half },
          ]),
        ),
      ),
    ).toBe('too_complex');
    expect(await problemOf(all(zipOf([{ name: 'a', content: 'x'.repeat(900), statedSize: 10 }])))).toBe('damaged');
  });

  it('refuses too many entries, and names that lead outside', async () => {
    const many = ['a', 'b', 'c', 'd'].map((name) => ({ name, content: '' }));
    expect(await problemOf(all(zipOf(many)))).toBe('too_complex');
    expect(await problemOf(all(zipOf([{ name: '../../etc/passwd', content: 'x' }])))).toBe('damaged');
  });
});
