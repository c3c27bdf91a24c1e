import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerId, roomName, sourceId, wingName } from '../../../extension/palace/model/ids.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { openForAgent } from '../../fixtures/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { sqliteWasm, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer } from '../../unit/palace/store/samplePalace.ts';

/** Sets a terminal's title, clears it, comes from C1, reads backwards, isolates, is a mark of direction, a line separator. */
const hostile = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202edrawkcab\u2066\u200f\u061c\u2028';
/** What a terminal obeys, and what changes the order of what is read. */
const obeyed = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

const plantedPalace = async (): Promise<string> => {
  const folder = path.join(temporaryFolder(), 'palace');
  const store = await openPalaceStore({ folder, sqliteWasm, clock: () => new Date() });
  await store.write((write) => {
    const source = sourceId('source_0123456789abcdef');
    write.putSource({
      ...{ id: source, kind: 'file', path: `src/${hostile}.ts`, hash: '0', size: 1, mtimeMs: 1 },
      ...{ normalizeVersion: 1, minedAt: newDrawer('x').createdAt },
    });
    const named = (id: string, changes: Partial<Parameters<typeof newDrawer>[1]> = {}) => ({
      ...newDrawer(id, { text: `The crane ${id} is inspected ${hostile} in March.`, ...changes }),
      id: drawerId(`drawer_${id}_${hostile}`),
      wing: wingName(`wing ${hostile}`),
      room: roomName(`room ${hostile}`),
      speaker: hostile,
    });
    const [, , archived = 0, sensitive = 0] = write.insertDrawers([
      named('a', { sourceId: source, lines: { start: 1, end: 1 } }),
      named('b', { type: 'issue', pinned: true }),
      named('c'),
      named('d'),
    ]);
    write.updateDrawers([
      { rowid: archived, archived: { at: newDrawer('x').createdAt, reason: `why ${hostile}` } },
      { rowid: sensitive, sensitive: true },
    ]);
    for (const id of ['a', 'b', 'd']) {
      write.addTags(drawerId(`drawer_${id}_${hostile}`), [`tag ${hostile}`]);
      write.putProperties(drawerId(`drawer_${id}_${hostile}`), { title: hostile, [`name ${hostile}`]: hostile });
    }
    write.putFindings(drawerId(`drawer_d_${hostile}`), [{ rule: `rule ${hostile}`, start: 0, end: 4 }]);
    write.putPatterns([
      {
        ...{ id: `p ${hostile}`, label: `label ${hostile}`, entry_ids: [`drawer_b_${hostile}`] },
        ...{ occurrence_count: 3, first_seen: '2026-01-01', last_seen: '2026-01-02', resolved: false },
      },
    ]);
  });
  await store.close();
  return folder;
};

describe('whatever is written in a palace, the terminal obeys none of it', () => {
  it('in no answer of any command, as text or as JSON, and in no error line', async () => {
    const [palace, workspace] = [await plantedPalace(), temporaryFolder()];
    writeFiles(palace, { 'settings.json': JSON.stringify({ [`no ${hostile}`]: 1 }) });
    const said: string[] = [];
    const run = (...words: string[]): string => {
      const { stdout, stderr } = runCli(palace, workspace, ...words);
      const shown = `${stdout}${stderr}`;
      expect(
        shown.split('\n').filter((line) => obeyed.test(line)),
        words.join(' '),
      ).toEqual([]);
      said.push(shown);
      return stdout;
    };
    const id = `drawer_a_${hostile}`;
    run('list');
    await openForAgent(palace, workspace);
    for (const words of [
      ['list'],
      ['list', '--archived'],
      ['search', 'crane', '--k', '20', '--explain'],
      ['why-not', id, 'crane', 'inspected'],
      ['why-not', `drawer_d_${hostile}`, 'crane'],
      ['similar', id],
      ['history', path.join(workspace, 'src', `${hostile}.ts`)],
      ['findings'],
      ['status'],
      ['tags'],
      ['patterns'],
      ['session-context'],
      ['config'],
      ['maintain', '--dry-run'],
      ['compact', '--dry-run'],
      ['verify'],
      ['closets'],
    ]) {
      run(...words);
      run(...words, '--json');
    }
    for (const words of [
      ['show', `nothing ${hostile}`],
      ['pin', `nothing ${hostile}`],
      ['import', path.join(workspace, `${hostile}.jsonl`)],
      ['search', 'crane', '--profile', hostile],
      [hostile],
      ['mine', path.join(workspace, hostile)],
    ])
      run(...words);
    // The test must be able to fail: the names were there to be shown.
    expect(said.join('').split('\ufffd').length).toBeGreaterThan(100);
    const { drawers } = JSON.parse(run('list', '--json')) as { drawers: { wing: string }[] };
    expect(drawers[0]?.wing).toBe(`wing ${hostile}`);
  });
});
