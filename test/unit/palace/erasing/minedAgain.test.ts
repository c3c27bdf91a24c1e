import { utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { sessionLine, sessionText, writeOldFile } from '../../../fixtures/palaces/conversationPalace.ts';
import { drawersOf, erase, word } from '../../../fixtures/palaces/erasing.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

const lines = (what: string): string =>
  Array.from({ length: 60 }, (_, i) => `Line ${i} tells of the ${what} and of pier ${i * 7}.\n`).join('');
const text = `${lines('crane')}The ${word} code is 4711.\n${lines('winch')}`;

/** A palace of one file, of which the passage with {@link word} was erased. */
const erasedPassage = async () => {
  const { palace, folder, workspace } = await minedPalace({}, {});
  const write = (written: string, day: number): void => {
    writeFiles(workspace, { 'pier.md': written });
    const at = new Date(Date.UTC(2026, 0, day));
    utimesSync(path.join(workspace, 'pier.md'), at, at);
  };
  const mine = () => palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
  write(text, 1);
  await mine();
  const [held, ...others] = (await drawersOf(palace)).filter((drawer) => drawer.text.includes(word));
  expect(others).toEqual([]);
  const passage = held?.text ?? '';
  await erase(palace, held?.drawer_id ?? '');
  const mined = async () => {
    const drawers = await drawersOf(palace);
    return drawers.sort((a, b) => (a.lines?.start ?? 0) - (b.lines?.start ?? 0));
  };
  return { palace, folder, workspace, write, mine, mined, passage };
};

describe('a passage that was erased from a file', () => {
  it('does not come back where the file is cut into pieces of another length', async () => {
    const { palace, folder, mine, mined, passage } = await erasedPassage();
    for (const chunk_target of [600, 80, 2000]) {
      writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ chunk_target }));
      await mine();
      expect(filesHolding(folder, word)).toEqual([]);
      const drawers = await mined();
      expect(drawers.map((drawer) => drawer.text).join('')).toBe(text.replace(passage, ''));
      for (const drawer of drawers) {
        const at = text.split('\n').slice((drawer.lines?.start ?? 0) - 1, drawer.lines?.end);
        expect(`${at.join('\n')}\n`).toBe(drawer.text);
      }
    }
    await palace.close();
  });

  it('does not come back where the file is edited before it, until it is changed itself', async () => {
    const { palace, folder, write, mine, mined, passage } = await erasedPassage();
    for (let day = 2; day < 12; day++) {
      const written = `${'A line that was put in before all others.\n'.repeat(day * 3)}${text}`;
      write(written, day);
      await mine();
      expect(filesHolding(folder, word)).toEqual([]);
      expect((await mined()).map((drawer) => drawer.text).join('')).toBe(written.replace(passage, ''));
    }
    write(text.replace('code is 4711', 'code was 4711'), 20);
    await mine();
    expect((await mined()).filter((drawer) => drawer.text.includes(word))).toHaveLength(1);
    await palace.close();
  });

  it('stays in another file that quotes it', async () => {
    const { palace, passage, mine, mined, workspace } = await erasedPassage();
    const quoting = `${lines('tide')}${passage}${lines('buoy')}`;
    writeFiles(workspace, { 'quoting.md': quoting });
    await mine();
    const drawers = (await mined()).filter(({ source_file: file }) => file === 'quoting.md');
    expect(drawers.map((drawer) => drawer.text).join('')).toBe(quoting);
    await palace.close();
  });
});

describe('the first question of a conversation that was erased', () => {
  it('does not come back, nor names the conversation, once the answer goes on', async () => {
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const said = [sessionLine(0, 'user', `Open the ${word} gate.`), sessionLine(1, 'assistant', 'I look for it.')];
    const file = path.join(temporaryFolder(), 'session.jsonl');
    const importIt = (day: number, ...more: string[]) => {
      writeOldFile(file, sessionText(...said, ...more), new Date(Date.UTC(2026, 0, day)));
      return palace.importConversations({ files: [file] });
    };
    await importIt(1);
    const [first] = await drawersOf(palace);
    await erase(palace, first?.drawer_id ?? '');
    await importIt(2, sessionLine(2, 'assistant', 'It is open now.'));
    expect(filesHolding(folder, word)).toEqual([]);
    expect(await drawersOf(palace)).toMatchObject([
      { room: 'conversation', text: expect.stringMatching(/^\s+It is open now\.$/u) as string },
    ]);
    await palace.close();
  });
});
