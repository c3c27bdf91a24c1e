import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { callTool, linkedClient } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

/** One line that is cut into several drawers. */
const longLine = Array.from({ length: 400 }, (_, i) => `berth${i}`).join(' ');

describe('a place that a search names', () => {
  it('is read as the file is now, not as it was when it was archived', async () => {
    const { palace, workspace } = await minedPalace({}, { 'crane.ts': '// The old crane.\nconst a = 1;\n' });
    const mine = () => palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    const { client } = await linkedClient(palace);
    const read = async () => (await callTool(client, 'mempalace_get_drawer', { drawer_id: 'crane.ts:1–2' })).text;
    rmSync(path.join(workspace, 'crane.ts'));
    await mine();
    expect(await read()).toContain('The old crane.');
    writeFileSync(path.join(workspace, 'crane.ts'), '// The new crane.\nconst b = 2;\n');
    await mine();
    const { drawers } = await palace.list({ filter: { path: 'crane.ts', include_archived: true } });
    expect(drawers.map(({ archived }) => archived).toSorted()).toEqual([false, true]);
    const text = await read();
    expect([text.includes('The new crane.'), text.includes('The old crane.')]).toEqual([true, false]);
  });

  it('is the code, not a note that was taken from there', async () => {
    const { palace } = await minedPalace({}, { 'crane.ts': '// The crane rests.\nconst a = 1;\n' });
    await palace.save({
      text: 'What the crane does at night.',
      type: 'insight',
      source: { file: 'crane.ts', lines: { start: 1, end: 2 } },
    });
    const { client } = await linkedClient(palace);
    const { text } = await callTool(client, 'mempalace_get_drawer', { drawer_id: 'crane.ts:1–2' });
    expect([text.includes('The crane rests.'), text.includes('at night')]).toEqual([true, false]);
  });

  it('is read under every form in which it is written: one line, from here, several places at once', async () => {
    const lines = Array.from({ length: 200 }, (_, i) => `The berth of ship ${i} is free again.`).join('\n');
    const { palace, workspace } = await minedPalace({}, { 'one.md': 'A quay.', 'a/many.txt': lines });
    const { client } = await linkedClient(palace, workspace);
    const read = (name: string) => callTool(client, 'mempalace_get_drawer', { drawer_id: name });
    for (const name of ['one.md:1', './one.md:1', './one.md:1-1', path.join(workspace, 'one.md:1')])
      expect((await read(name)).text).toContain('A quay.');
    for (const file of ['one.md', './one.md', path.join(workspace, 'one.md')]) {
      const found = await callTool(client, 'mempalace_search', { query: 'quay', path: file });
      expect(found.structured['results']).toMatchObject([{ source_file: 'one.md' }]);
    }
    const { drawers } = await palace.list({ filter: { path: 'a/many.txt' } });
    const places = drawers.slice(0, 2).map(({ lines: at }) => `${at?.start}–${at?.end}`);
    expect((await read(`a/many.txt:${places.join(', ')}`)).structured['drawer']).toMatchObject(
      drawers.slice(0, 2).map(({ drawer_id: id }) => ({ drawer_id: id })),
    );
    const [from, to] = [drawers[0]?.lines?.end ?? 0, drawers[1]?.lines?.start ?? 0];
    for (const some of [`${from}–${to}`, `${from - 1}, ${to + 1}`])
      expect((await read(`a/many.txt:${some}`)).structured['drawer'], some).toMatchObject([
        { drawer_id: drawers[0]?.drawer_id },
        { drawer_id: drawers[1]?.drawer_id },
      ]);
    for (const some of [
      `${to}-${from}`,
      `${from}—${to}`,
      `${from}−${to}`,
      `${to}–${from}, ${to}`,
      `${from}-${'9'.repeat(30)}`,
    ])
      expect((await read(`a/many.txt:${some}`)).structured['drawer'], some).toMatchObject(
        (some.includes('9999') ? drawers : drawers.slice(0, 2)).map(({ drawer_id: id }) => ({ drawer_id: id })),
      );
    expect((await read(`a/many.txt:${to}-`)).structured['drawer']).toMatchObject(
      drawers.slice(1).map(({ drawer_id: id }) => ({ drawer_id: id })),
    );
    expect(await read('one.md:0')).toMatchObject({
      code: 'E_DRAWER_NOT_FOUND',
      text: expect.stringContaining('The first line is 1.'),
    });
    for (const none of ['one.md:99999999999', 'C:\\x\\one.md:1', 'one.md:1-x', 'one.md:-1', 'one.md:'])
      expect(await read(none), none).toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
    // The remedy names what reads the file: of one that is there by its name.
    for (const [name, remedy] of [
      ['one.md:0', 'The first line is 1. one.md:1- is the whole file.'],
      ['one.md:2', 'one.md:1- is the whole file. Search again, or read the file.'],
      ['two.md:2', 'the file may have changed. Search again, or read the file.'],
      ['one.md', 'path:1- is the whole file.'],
    ] as const) {
      const { code, text } = await read(name);
      expect([code, text], name).toEqual(['E_DRAWER_NOT_FOUND', expect.stringContaining(remedy)]);
    }
    expect((await read('one.md:1-')).text).toContain('A quay.');
    expect(await read('one.md')).toMatchObject({
      code: 'E_DRAWER_NOT_FOUND',
      text: expect.stringMatching(/Search again.*path:12–34/),
    });
  });

  it('is all drawers of a long line, each by its ID and in their order; a search names them once', async () => {
    const { palace } = await minedPalace({}, { 'long.txt': longLine, 'other.txt': 'A quay.\n' });
    const { client } = await linkedClient(palace);
    const { drawers } = await palace.list({ filter: { path: 'long.txt' } });
    expect(drawers.length).toBeGreaterThan(3);
    const found = await callTool(client, 'mempalace_search', { query: 'berth', path: 'long.txt' });
    expect(found.text).toMatch(/\n1 long\.txt:1–1(?: ·.*)?\n/);
    const whole = await callTool(client, 'mempalace_get_drawer', { drawer_id: 'long.txt:1–1' });
    expect(whole.structured).toMatchObject({
      characters: longLine.length,
      drawer: drawers.map(({ drawer_id: id }) => ({ drawer_id: id })),
    });
    for (const { text } of drawers) expect(whole.text).toContain(text.trim());
    const offset = longLine.length - 5;
    const end = await callTool(client, 'mempalace_get_drawer', { drawer_id: 'long.txt:1–1', offset });
    expect(end.structured['drawer']).toEqual([
      expect.objectContaining({ drawer_id: drawers.at(-1)?.drawer_id, text: expect.stringMatching(/\nth399\n/) }),
    ]);
  });
});

it('a long note is read to its end from any of its parts on: the ID that saving gave is the whole note', async () => {
  const { palace } = await minedPalace({}, { 'one.md': 'A quay.' });
  let [atOnce, most, shown] = [0, 0, 0];
  const { client } = await linkedClient({
    ...palace,
    show: async (...request) => {
      most = Math.max(most, (atOnce += 1));
      const drawer = await palace.show(...request);
      [atOnce, shown] = [atOnce - 1, shown + 1];
      return drawer;
    },
  });
  const content = Array.from({ length: 300 }, (_, i) => `Ship ${i} has left the berth again.`).join('\n');
  const saved = await callTool(client, 'context_save', { content, type: 'handoff' });
  const { drawer_ids: parts } = await palace.noteText({ drawer_id: String(saved.structured['drawer_id']) });
  expect(parts.length).toBeGreaterThan(2);
  const read = (id: string, args = {}) =>
    callTool(client, 'mempalace_get_drawer', { drawer_id: id, token_budget: 50_000, ...args });
  for (const at of [0, 2]) {
    const { text, structured } = await read(parts[at] ?? '');
    expect(structured['drawer']).toMatchObject(parts.slice(at).map((id) => ({ drawer_id: id })));
    expect([text.includes('Ship 0 has'), text.includes('Ship 299 has')]).toEqual([at === 0, true]);
  }
  // Each call listens to the same signal, of whose listeners Node warns from the eleventh on.
  expect(most).toBe(1);
  shown = 0;
  const few = await read(parts[0] ?? '', { token_budget: 500 });
  // Parts for which no answer of that size has room are not read.
  expect([shown < parts.length, few.structured['characters']]).toEqual([true, content.length]);
  const { count, drawer_ids: next } = z
    .object({ count: z.number(), drawer_ids: z.array(z.string()) })
    .parse(z.array(z.unknown()).parse(few.structured['left_out'])[0]);
  expect(next).toEqual(parts.slice(-count).slice(0, next.length));
  expect(few.text).toMatch(
    /Left out of drawer: \d+\. Read on with the first of their IDs, or raise token_budget\.$/,
  );
  shown = 0;
  const end = await read(parts[0] ?? '', { offset: content.length - 20 });
  expect(shown).toBe(2);
  expect(end.structured).toMatchObject({ characters: content.length, drawer: [{ drawer_id: parts.at(-1) }] });

  // What agents may not read is missing from it, which the answer says.
  const [, second = ''] = parts;
  await palace.update({ drawer_ids: [second], sensitive: true });
  const { text, structured } = await read(parts[0] ?? '');
  expect(text).toContain('Without 1 part marked as sensitive, which agents can’t read.');
  expect(structured['drawer']).toMatchObject(parts.toSpliced(1, 1).map((id) => ({ drawer_id: id })));
  expect(await read(second)).toMatchObject({ code: 'E_SENSITIVE' });
});
