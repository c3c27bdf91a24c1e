import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { htmlText } from '../../../../../extension/palace/filing/documents/htmlText.ts';
import { fixtureBytes, readBytes } from '../../../../fixtures/conversationFixtures.ts';
import {
  allDrawers,
  importFiles,
  standing,
  writeOldFile,
} from '../../../../fixtures/palaces/conversationPalace.ts';
import { withStore } from '../../../../fixtures/palaces/temporaryStore.ts';

const files = [
  ['claude-ai', 'claude-ai/conversations.json', 2, 3],
  ['continue', 'continue/3f9a1f0e-0000-4000-8000-0000000000c1.json', 1, 2],
  ['gemini', 'gemini/MyActivity.json', 2, 3],
] as const;

describe.each(files)('what %s writes', (format, file, conversations, exchanges) => {
  it('is told by its content, filed once, and adds nothing as a copy', () =>
    withStore(async (store, folder) => {
      const bytes = fixtureBytes(file);
      const first = writeOldFile(path.join(folder, 'a', 'export.json'), bytes);
      expect(await importFiles(store, [first])).toMatchObject({ conversations, added: exchanges, problems: [] });
      for (const { properties } of standing(store)) expect(properties['format']).toBe(format);
      const copy = writeOldFile(path.join(folder, 'b', 'copy.json'), bytes);
      expect(await importFiles(store, [first, copy])).toMatchObject({ added: 0, duplicates: 2 * exchanges });
    }));

  it('gives of a cut-off file what came before the cut, names the loss, and the whole file adds the rest', () =>
    withStore(async (store, folder) => {
      const text = fixtureBytes(file).toString('utf8');
      const place = path.join(folder, 'export.json');
      writeOldFile(place, text.slice(0, Math.floor(text.length * 0.8)));
      const report = await importFiles(store, [place]);
      expect(report.problems).toEqual([{ file: place, where: '', reason: 'invalid_json' }]);
      expect(report.added).toBeGreaterThan(0);
      writeOldFile(place, text, new Date('2026-02-01T00:00:00Z'));
      await importFiles(store, [place]);
      const live = standing(store);
      expect(live).toHaveLength(exchanges);
      const whole = await withStore(async (fresh) => {
        await importFiles(fresh, [place]);
        return standing(fresh).map(({ text: words }) => words);
      });
      expect(live.map(({ text: words }) => words).sort()).toEqual(whole.sort());
    }));

  it('with UTF-16 or a byte order mark is the same', async () => {
    const text = fixtureBytes(file).toString('utf8');
    const plain = await readBytes(Buffer.from(text), format);
    expect(await readBytes(Buffer.from(`\ufeff${text}`, 'utf16le'), format)).toEqual(plain);
    expect(await readBytes(Buffer.from(`\ufeff${text}`), format)).toEqual(plain);
  });
});

describe('hostile texts in an export', () => {
  const token = ['ghp', 'R4kd82mQzX7vTn5LwYpE3hJcB9sGfU6aKo1V'].join('_');

  it.each([
    [
      'claude-ai',
      { uuid: 'c1', name: `Key ${token}`, chat_messages: [{ sender: 'human', text: 'half \ud83d', content: 7 }] },
      'half \ufffd',
    ],
    [
      'continue',
      {
        sessionId: 'c1',
        title: `Key ${token}`,
        workspaceDirectory: 'file://%zz',
        history: [{ message: { role: 'user', content: ['x', { type: 'text', text: 'half \ud83d' }, null] } }],
      },
      'half \ufffd',
    ],
  ] as const)('keep a secret out of the names, and half a character whole: %s', (_, value, text) =>
    withStore(async (store, folder) => {
      const nested = `{"deep":${'['.repeat(20_000)}${']'.repeat(20_000)},${JSON.stringify(value).slice(1)}`;
      const file = writeOldFile(path.join(folder, 'export.json'), `${nested}\n`);
      const format = 'history' in value ? 'continue' : 'claude-ai';
      expect(await importFiles(store, [file], { format })).toMatchObject({ conversations: 1, added: 1 });
      const [drawer] = standing(store);
      expect(drawer?.text).toBe(text);
      expect(JSON.stringify([drawer?.room, drawer?.properties])).not.toContain(token);
    }),
  );

  it('marks the drawer sensitive in which a secret was pasted', () =>
    withStore(async (store, folder) => {
      const file = writeOldFile(
        path.join(folder, 'MyActivity.json'),
        JSON.stringify([
          { header: 'Gemini-Apps', title: `Eingegebener Prompt: Use ${token}`, time: '2026-02-02T07:24:02.806Z' },
          { header: 'Gemini-Apps', title: 'Frage', time: 'gestern', safeHtmlItem: [{ html: 'Antwort' }] },
          {
            header: 'Search',
            products: ['Search'],
            title: 'Searched for bells',
            time: '2026-02-02T07:24:02.806Z',
          },
          [],
        ]),
      );
      expect(await importFiles(store, [file])).toMatchObject({
        added: 1,
        skipped: { bad_content: 1, unknown_type: 1, not_a_record: 1 },
        problems: [
          { where: 'entry 2', reason: 'bad_content' },
          { where: 'entry 3', reason: 'unknown_type' },
          { where: 'entry 4', reason: 'not_a_record' },
        ],
      });
      expect(allDrawers(store)).toMatchObject([{ text: `Use ${token}`, sensitive: true }]);
    }));
});

describe('the text of HTML', () => {
  it.each([
    ['<p>a</p><p>b<br>c</p>', 'a\n\nb\nc'],
    ['<ol><li>one</li><li><p>two</p></li></ol>', '- one\n- two'],
    ['<table><tr><th>x</th><td>y</td></tr><tr><td>z</td></tr></table>', 'x | y |\nz |'],
    ['<pre>a\n  &lt;b&gt;</pre>after', '```\na\n  <b>\n```\n\nafter'],
    ['1 < 2 &amp;&amp; 3 &#62; 2 &#x1F600; &unknown; &#0;', '1 < 2 && 3 > 2 😀 &unknown; \ufffd'],
    ['<script>alert("<p>no</p>")</script><!-- > -->shown<style>p{}</style>', 'shown'],
    ['cut <b off', 'cut <b off'],
    ['<svg/>seen <svg><text>not</text></svg>', 'seen'],
    ['', ''],
  ])('%s', (html, text) => expect(htmlText(html)).toBe(text));

  it('takes time in proportion to its length: these would take hours otherwise', () => {
    const many = 300_000;
    expect(htmlText('<pre>x</pre>'.repeat(many)).split('```')).toHaveLength(2 * many + 1);
    expect(htmlText('<p>x</p>'.repeat(many)).split('x')).toHaveLength(many + 1);
    expect(htmlText(`<pre>${' \t'.repeat(many)}x</pre>`)).toContain('\tx');
  });
});
