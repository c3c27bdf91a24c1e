import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerId, roomName, sourceId, wingName } from '../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
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

/** Drawers of `plantedPalace`. */
const [file, issue, sensitive] = [`drawer_a_${hostile}`, `drawer_b_${hostile}`, `drawer_d_${hostile}`];

/** Answered, as text and as JSON. `show` is verbatim where its output goes to no terminal. */
const reading: readonly string[][] = [
  ['list'],
  ['list', '--include-archived'],
  ['search', 'crane', '--k', '20', '--explain'],
  ['why-not', file, 'crane', 'inspected'],
  ['why-not', sensitive, 'crane'],
  ['similar', file],
  ['history', path.join('src', `${hostile}.ts`)],
  ['findings'],
  ['status'],
  ['tags'],
  ['patterns'],
  ['session-context'],
  ['config'],
  ['show-profile'],
  ['links'],
  ['team', 'status'],
  ['restore', '--list'],
  ['maintain', '--dry-run'],
  ['compact', '--dry-run'],
  ['scan', '--trace'],
  ['verify'],
  ['closets'],
];

/** Carried out. */
const writing = (workspace: string): readonly string[][] => [
  ['pin', file],
  ['unpin', file],
  ['tier', 'longterm', file],
  ['mark', file, '--importance', '0.9'],
  ['resolve-pattern', `p ${hostile}`],
  ['export', path.join(workspace, `out ${hostile}`)],
  ['archive', file],
  ['restore', '--list'],
  ['restore', file],
  ['erase', file, '--dry-run'],
  ['erase', file, '--yes'],
];

/** Refused, with what was written in the error line. */
const refused = (workspace: string): readonly string[][] => [
  ['show', `nothing ${hostile}`],
  ['pin', `nothing ${hostile}`],
  ['tag', issue, '--add', `other ${hostile}`],
  ['tag', issue, '--remove', `tag ${hostile}`],
  ['move', issue, '--room', `moved ${hostile}`],
  ['edit', issue, `Another text ${hostile}`],
  ['save', `A note ${hostile}`, '--wing', `wing ${hostile}`],
  ['consolidate', issue, sensitive],
  ['link', path.join(workspace, hostile)],
  ['unlink', hostile],
  ['import', path.join(workspace, `${hostile}.jsonl`)],
  ['replay', path.join(workspace, `${hostile}.json`)],
  ['search', 'crane', '--profile', hostile],
  [hostile],
  ['mine', path.join(workspace, hostile)],
];

describe('control sequences in a palace’s texts never reach the terminal', () => {
  it('through any command’s answer, as text or JSON, or any error line', async () => {
    const [palace, workspace] = [await plantedPalace(), temporaryFolder()];
    writeFiles(palace, { 'settings.json': JSON.stringify({ [`no ${hostile}`]: 1 }) });
    const said: string[] = [];
    const run = (...words: string[]): { readonly stdout: string; readonly code: number } => {
      const { stdout, stderr, code } = runCli(palace, workspace, ...words);
      const shown = `${stdout}${stderr}`;
      expect(
        shown.split('\n').filter((line) => obeyed.test(line)),
        words.join(' '),
      ).toEqual([]);
      said.push(shown);
      return { stdout, code };
    };
    run('list');
    await openForAgent(palace, workspace);
    for (const words of [...reading.flatMap((asked) => [asked, [...asked, '--json']]), ...writing(workspace)])
      expect(run(...words).code, words.join(' ')).toBe(0);
    for (const words of refused(workspace)) expect(run(...words).code, words.join(' ')).toBeGreaterThan(0);
    // The test must be able to fail: the names were there to be shown.
    expect(said.join('').split('\ufffd').length).toBeGreaterThan(100);
    const { drawers } = JSON.parse(run('list', '--json').stdout) as { drawers: { wing: string }[] };
    expect(drawers[0]?.wing).toBe(`wing ${hostile}`);
  });

  it('nor does a line that a name forged, of a drawer that came from elsewhere', async () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    const forging = (name: string): string => `${name}\nFORGED`;
    const record = {
      ...{ id: forging('d'), text: 'The crane is inspected.', wing: forging('w'), room: forging('r') },
      ...{ type: 'insight', tags: [forging('t')], archived: null },
    };
    const older = {
      ...record,
      id: forging('o'),
      archived: { at: '2026-01-01T00:00:00Z', reason: forging('why') },
    };
    const lines = [{ synapse_palace_export: 1, records: 'drawers' }, record, older];
    writeFiles(workspace, { 'names.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
    const said: string[] = [];
    for (const words of [
      ['import', 'names.jsonl'],
      ['list', '--include-archived'],
      ['search', 'crane', '--explain', '--include-archived'],
      ['similar', record.id],
      ['why-not', record.id, 'crane'],
      ['show', record.id],
      ['show', older.id],
      ['status'],
      ['status', '--by-wing'],
      ['tags'],
      ['session-context'],
      ['restore', '--list'],
      ['erase', record.id, '--dry-run'],
      ['findings'],
      ['patterns'],
    ]) {
      const { stdout, stderr } = runCli(palace, workspace, ...words);
      expect(
        `${stdout}${stderr}`.split(/[\n\r]/).filter((line) => line.startsWith('FORGED')),
        words.join(' '),
      ).toEqual([]);
      said.push(stdout);
    }
    expect(said.join('').split('FORGED').length).toBeGreaterThan(20);
  });
});

it('a folder whose name has a line break makes no line of its own in what a command says about it', () => {
  const [workspace, inner] = [temporaryFolder(), 'quay\nSound: nothing to repair.'];
  const palace = path.join(workspace, inner);
  const others = path.join(workspace, `${inner} 2`);
  const file = `tide${inner}.md`;
  writeFiles(workspace, { [file]: 'The key is AKIAIOSFODNN7EXAMPLQ.\n' });
  expect(runCli(others, workspace, 'save', 'The tide is out.').code).toBe(0);
  for (const words of [
    ['mine', workspace, '--no-wait'],
    ['findings'],
    ['status'],
    ['git-index', '--repo', path.dirname(palace)],
    ['link', others],
    ['unlink', 'quay\ufffdSound: nothing to repair. 2'],
    ['export', `${palace} 3`],
    ['delete', '--yes'],
  ]) {
    const { stdout, stderr } = runCli(palace, workspace, ...words);
    expect({ words, lines: `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('Sound')) }).toEqual({
      words,
      lines: [],
    });
  }
});
