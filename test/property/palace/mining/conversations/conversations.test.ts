import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import { conversationFormats } from '../../../../../extension/palace/contract/filing/conversationSchemas.ts';
import { detectFormat } from '../../../../../extension/palace/mining/conversations/reading/detectFormat.ts';
import {
  exchangeText,
  fileExchanges,
} from '../../../../../extension/palace/mining/conversations/exchangeDrawers.ts';
import { readTranscript } from '../../../../../extension/palace/mining/conversations/reading/transcriptReader.ts';
import {
  conversationFolder,
  expectedFiles,
  fixtureBytes,
  readBytes,
} from '../../../../fixtures/conversationFixtures.ts';
import { importFiles, standing, writeOldFile } from '../../../../fixtures/palaces/conversationPalace.ts';
import { withStore } from '../../../../fixtures/palaces/temporaryStore.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const noPause = (): Promise<void> => Promise.resolve();
/** Texts with all that a person may paste: blank lines, headings, code, emoji, halves of characters. */
const words = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom('\n', '\n\n', '\r\n', '# heading\n', '```\n', 'a sentence. ', 'x'.repeat(900), '\ud83d'),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
const turns = fc
  .array(fc.record({ user: words, assistant: words }), { maxLength: 8 })
  .map((list) =>
    list
      .filter(({ user, assistant }) => user + assistant !== '')
      .map((turn, ordinal) => ({ ...turn, ordinal, at: null, endedAt: null })),
  );

describe('exchanges in drawers', () => {
  it('the pieces of an exchange joined are its text, in order, none too long, each with the roles that it holds', () =>
    fc.assert(
      fc.asyncProperty(turns, async (exchanges) => {
        const filed = await fileExchanges(
          { exchanges },
          { sourceKey: 'source', fallback: isoTime(0), chunkTarget: 800, pause: noPause },
        );
        expect(filed).toHaveLength(exchanges.length);
        filed.forEach(({ pieces, text, answerAt }, index) => {
          const exchange = exchanges[index] ?? { user: '', assistant: '' };
          expect(text).toBe(exchangeText(exchange).text);
          expect(pieces.map((piece) => piece.text).join('')).toBe(text);
          expect(pieces.map(({ part }) => part)).toEqual(pieces.map((_, part) => part));
          expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(1000);
          let at = 0;
          for (const piece of pieces) {
            const end = at + piece.text.length;
            expect(piece.roles.includes('assistant')).toBe(answerAt !== null && end > answerAt);
            expect(piece.roles.includes('user')).toBe(answerAt === null || at < answerAt);
            at = end;
          }
        });
        const all = filed.flatMap(({ pieces }) => pieces);
        expect(all.map(({ index }) => index)).toEqual(all.map((_, index) => index));
        expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
      }),
      { numRuns: runs(75) },
    ));

  it('an answer that goes on leaves what was there as a beginning of what is', () =>
    fc.assert(
      fc.property(words, words, words, (user, answer, more) => {
        const [asked, begun, whole] = [
          exchangeText({ user, assistant: '' }),
          exchangeText({ user, assistant: answer }),
          exchangeText({ user, assistant: `${answer}\n\n${more}` }),
        ];
        expect(begun.text.startsWith(asked.text)).toBe(true);
        fc.pre(!/[\ud800-\udfff]$/.test(answer));
        expect(whole.text.startsWith(begun.text)).toBe(true);
      }),
      { numRuns: runs(150) },
    ));
});

describe('reading', () => {
  const formats = expectedFiles.map(({ file, format }) => ({ file, format, bytes: fixtureBytes(file) }));

  it('does not hang on how the bytes come in pieces', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...formats.filter(({ bytes }) => bytes.length < 40_000)),
        fc.integer({ min: 1, max: 5000 }),
        async ({ bytes, format }, piece) => {
          expect(await readBytes(bytes, format, 'file', piece)).toEqual(
            await readBytes(bytes, format, 'file', 1_000_000),
          );
        },
      ),
      { numRuns: runs(60) },
    ));

  const damage = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.integer({ min: 0, max: 400 }),
      insert: fc.uint8Array({ maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const nasty = fc.constantFrom(
    '{"__proto__":{"x":1}}',
    '{"kind":1,"k":["__proto__","x"],"v":1}',
    '[[[[[[',
    '{"type":"user","message":{"content":[null]}}',
    '\u0000',
    '\ufeff',
    '"',
    '\\',
    'null',
  );

  it('never fails, names each loss and touches nothing else, whatever became of the bytes and whatever they are taken for', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...formats),
        fc.constantFrom(...conversationFormats),
        damage,
        nasty,
        fc.boolean(),
        async ({ bytes, format }, other, wounds, line, isTaken) => {
          let damaged: Buffer = Buffer.from(bytes);
          for (const { at, remove, insert } of wounds) {
            const start = Math.floor(at * damaged.length);
            damaged = Buffer.concat([
              damaged.subarray(0, start),
              insert,
              damaged.subarray(Math.min(damaged.length, start + remove)),
            ]);
          }
          damaged = Buffer.concat([damaged, Buffer.from(`\n${line}\n`)]);
          detectFormat(damaged);
          const read = await readBytes(damaged, isTaken ? format : other);
          for (const { where, reason } of read.problems) expect(read.skipped[reason], where).toBeGreaterThan(0);
          for (const { exchanges } of read.conversations)
            for (const { user, assistant } of exchanges) expect(user + assistant).not.toBe('');
          expect(Object.keys(Object.prototype)).toEqual([]);
          expect(({} as Record<string, unknown>)['x']).toBeUndefined();
        },
      ),
      { numRuns: runs(150) },
    ));

  it('finds in a transcript the turns that were written into it', () => {
    const turn = fc
      .array(fc.constantFrom('The bell rings.', '', 'A line: with a colon', '- a list', '> a quote', '    code'), {
        minLength: 1,
        maxLength: 5,
      })
      .map((lines) => lines.join('\n').trim())
      .filter((text) => text !== '');
    const labels = fc.constantFrom(
      ['User: ', 'Assistant: '],
      ['**User:** ', '**Claude:** '],
      ['## Human\n\n', '## Assistant\n\n'],
      ['You said:\n', 'ChatGPT said:\n'],
    );
    fc.assert(
      fc.property(
        fc.array(fc.record({ user: turn, assistant: turn }), { minLength: 1, maxLength: 6 }),
        labels,
        fc.constantFrom('\n', '\r\n'),
        (list, [user = '', assistant = ''], lineEnd) => {
          const text = list
            .map((exchange) => `${user}${exchange.user}\n\n${assistant}${exchange.assistant}\n\n`)
            .join('')
            .replaceAll('\n', lineEnd);
          expect(
            readTranscript(text).exchanges.map((exchange) => ({
              user: exchange.user,
              assistant: exchange.assistant,
            })),
          ).toEqual(list);
        },
      ),
      { numRuns: runs(100) },
    );
  });
});

describe('a file that grows', () => {
  const growing = [
    'claude-code/older/5b0e7c52-90d1-4f0a-8a44-6d2f3f1c7a10.jsonl',
    'claude-code/projects/-home-dev-harbor-lights/f5594aaf-010b-46fe-b804-28eb75ad402c.jsonl',
    'codex/older/rollout-2025-10-15T09-00-00-0199e8a0-1111-7222-8333-44445555aaaa.jsonl',
    'codex/sessions/2026/11/21/rollout-2026-11-21T22-56-28-01a20053-4aeb-76c2-a349-2f10d35b4735.jsonl',
    'vscode-chat/workspaceStorage/8f14e45fceea167a5a36dedd4bea2543/chatSessions/2a3b4c5d-6e7f-4081-92a3-b4c5d6e7f809.jsonl',
  ];

  it.each(growing)('read at any lines and then whole stands as if read at once: %s', async (file) => {
    const text = fixtureBytes(file).toString('utf8');
    const lines = text.split('\n');
    const whole = await withStore(async (store) => {
      await importFiles(store, [path.join(conversationFolder, file)]);
      return standing(store);
    });
    expect(whole.length).toBeGreaterThan(1);
    const cuts = fc
      .uniqueArray(fc.integer({ min: 0, max: lines.length - 1 }), { minLength: 1, maxLength: 3 })
      .map((list) => [...list].sort((a, b) => a - b));
    await fc.assert(
      fc.asyncProperty(cuts, async (places) =>
        withStore(async (store, folder) => {
          const copy = path.join(folder, path.basename(file));
          for (const [day, place] of [...places, lines.length].entries()) {
            writeOldFile(
              copy,
              place === lines.length
                ? text
                : lines
                    .slice(0, place)
                    .map((line) => `${line}\n`)
                    .join(''),
              new Date(Date.UTC(2026, 0, 1 + day)),
            );
            await importFiles(store, [copy]);
          }
          expect(standing(store)).toEqual(whole);
        }),
      ),
      { numRuns: runs(6) },
    );
  });
});
