import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  WorkerDocumentReader,
  type DocumentLimits,
} from '../../../../../extension/palace/filing/documents/documentReader.ts';
import { documentKindOf } from '../../../../../extension/palace/model/source/documentKinds.ts';
import { bundleDocuments, documentFixture } from '../../../../fixtures/documentFixtures.ts';
import { temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';

let workerFile = '';
const readers: WorkerDocumentReader[] = [];
const open = (limits: Partial<DocumentLimits> = {}, worker = workerFile): WorkerDocumentReader => {
  const reader = new WorkerDocumentReader(worker, limits);
  readers.push(reader);
  return reader;
};
beforeAll(async () => void (workerFile = await bundleDocuments()));
afterAll(() => readers.forEach((reader) => reader.dispose()));

/** What a fixture's text says, and on which pages or in which chapters the words stand. */
const read = async (name: string, ...words: readonly string[]) => {
  const reading = await open().read(documentKindOf(name) ?? 'pdf', documentFixture(name));
  if (!reading.ok) return reading.problem;
  return words.map((each) => {
    const at = reading.text.indexOf(each);
    return at < 0 ? `not there: ${each}` : placeOf(reading.starts, at);
  });
};
/** The page or chapter that an offset is on. */
const placeOf = (starts: readonly number[], offset: number): number =>
  starts.findLastIndex((start) => start <= offset) + 1;

describe('WorkerDocumentReader', () => {
  it('reads a PDF of a browser page by page, also one with the characters of East Asia', async () => {
    expect(
      await read(
        'handbook.pdf',
        'A ship over 140 m lies at berth seven',
        'low 6.5 m\nhigh 9.2 m',
        'Opening hours\n\n',
      ),
    ).toEqual([1, 2, 3]);
    expect(await read('tide-table-ja.pdf', '潮位表 港の水深は満潮で九メートル')).toEqual([1]);
  });

  it('reads Word documents with their headings, lists, tables and notes', async () => {
    expect(
      await read(
        'handbook.docx',
        '# Berths\n\nThe quay holds twelve ships.',
        '- Berths one to four: ferries\n- Berths five',
        'low | 6.5 m |',
        'before the breakwater.[1] At night',
        '[1]  In a northerly gale',
        '## Opening hours\n\n',
      ),
    ).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await read('minutes.docx', '# Minutes of the harbor board\n\n', 'Crane | 480,000 |')).toEqual([0, 0]);
  });

  it('reads an EPUB in its order, by the chapters of its table of contents', async () => {
    expect(
      await read(
        'handbook.epub',
        'Synapse Palace',
        '# Berths\n\n',
        '- Berths five',
        'low |  6.5 m |',
        '## Opening hours',
      ),
    ).toEqual([1, 1, 1, 2, 3]);
  });

  it('says why it can’t read one', async () => {
    expect(await read('scan.pdf')).toBe('no_text');
    expect(await read('locked.pdf')).toBe('encrypted');
    const reader = open();
    for (const kind of ['pdf', 'docx', 'epub'] as const)
      expect(await reader.read(kind, Buffer.from('%PDF-1.7 and nothing more'))).toEqual({
        ok: false,
        problem: 'damaged',
      });
  });

  it('gives up a PDF that unpacks to an enormous size, and reads the next one', async () => {
    const reader = open({ growth: 128 << 20 });
    expect(await reader.read('pdf', bombPdf(256 << 20))).toEqual({ ok: false, problem: 'too_complex' });
    expect(await reader.read('docx', documentFixture('handbook.docx'))).toMatchObject({ ok: true });
  });

  it('gives up a document that makes no progress, even if the reader dies', async () => {
    const script = (text: string): string => {
      const file = path.join(temporaryFolder(), 'worker.cjs');
      writeFileSync(file, `const { parentPort } = require('node:worker_threads');\n${text}`);
      return file;
    };
    const silent = open({ patienceMs: 200 }, script("parentPort.on('message', () => undefined);"));
    expect(await silent.read('pdf', Buffer.from('a'))).toEqual({ ok: false, problem: 'too_complex' });
    const dying = open({}, script("parentPort.on('message', () => process.exit(3));"));
    expect(await dying.read('pdf', Buffer.from('a'))).toEqual({ ok: false, problem: 'too_complex' });
  });

  it('does not retry the same unreadable bytes', async () => {
    const file = path.join(temporaryFolder(), 'worker.cjs');
    writeFileSync(
      file,
      `const { parentPort } = require('node:worker_threads');
       let asked = 0;
       parentPort.on('message', () =>
         parentPort.postMessage(
           asked++ === 0
             ? { type: 'problem', problem: 'damaged', detail: '' }
             : { type: 'text', text: 'asked again', starts: [] },
         ));`,
    );
    const reader = open({}, file);
    const twice = [await reader.read('pdf', Buffer.from('a')), await reader.read('pdf', Buffer.from('a'))];
    expect(twice).toEqual([
      { ok: false, problem: 'damaged' },
      { ok: false, problem: 'damaged' },
    ]);
    expect(await reader.read('pdf', Buffer.from('b'))).toMatchObject({ text: 'asked again' });
  });
});

/** A PDF of one page, whose content is `length` spaces, deflated twice. */
const bombPdf = (length: number): Buffer => {
  const content = deflateSync(deflateSync(Buffer.alloc(length, ' '), { level: 9 }));
  const pieces: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  const add = (...parts: readonly (string | Buffer)[]): void =>
    void pieces.push(...parts.map((part) => Buffer.from(part)));
  const length_ = (): number => pieces.reduce((sum, piece) => sum + piece.length, 0);
  const object = (...parts: readonly (string | Buffer)[]): void => {
    offsets.push(length_());
    add(`${offsets.length} 0 obj\n`, ...parts, '\nendobj\n');
  };
  object('<< /Type /Catalog /Pages 2 0 R >>');
  object('<< /Type /Pages /Kids [3 0 R] /Count 1 >>');
  object('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources << >> >>');
  object(`<< /Filter [/FlateDecode /FlateDecode] /Length ${content.length} >>\nstream\n`, content, '\nendstream');
  const xref = length_();
  add(
    `xref\n0 5\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`,
    `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`,
  );
  return Buffer.concat(pieces);
};
