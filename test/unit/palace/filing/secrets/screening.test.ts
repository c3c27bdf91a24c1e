import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { importDrawers } from '../../../../../extension/palace/filing/importDrawers.ts';
import { mineWorkspace } from '../../../../../extension/palace/mining/mineWorkspace.ts';
import { screenFiled } from '../../../../../extension/palace/filing/screenFiled.ts';
import {
  reviewedProperty,
  screenedInsert,
} from '../../../../../extension/palace/filing/secrets/screenedInsert.ts';
import type { Drawer } from '../../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId, sourceId } from '../../../../../extension/palace/model/drawer/ids.ts';
import type { CommittedChange } from '../../../../../extension/palace/store/palaceStore.ts';
import { prose, writeTree } from '../../../../fixtures/fileTree.ts';
import { newDrawer, newSource } from '../../store/samplePalace.ts';
import { storePerTest } from '../../store/storePerTest.ts';

const token = ['ghp', '_R3n7Tq0vWz8LkY2mXbC5dFgHjK9pQsVu1aZ4'].join('');
const keyBlock = (lines: number): string => {
  const line = (index: number): string =>
    Buffer.from(`${index} harbour keys ${index * 7919}`.padEnd(48, `${index}x`)).toString('base64');
  return [
    `-----BEGIN ${'PRIVATE KEY'}-----`,
    ...Array.from({ length: lines }, (_, index) => line(index)),
    `-----END ${'PRIVATE KEY'}-----`,
    '',
  ].join('\n');
};

const test = storePerTest();

const workspace = (): string => path.join(test.folder, 'workspace');
const mine = () =>
  mineWorkspace(
    test.store,
    { folders: [{ path: workspace(), name: 'demo' }] },
    { clock: () => new Date(), palaceFolder: test.store.folder },
  );
const all = (): Drawer[] => test.store.read.scanDrawers(0, 100_000);
const marked = (): string[] =>
  all()
    .filter(({ sensitive }) => sensitive)
    .map(({ id }) => id);
const secretText = (drawer: Drawer): string =>
  test.store.read
    .findingsOf(drawer.id)
    .map(({ start, end }) => drawer.text.slice(start, end))
    .join('');
const vector = (rowid: number) => ({ rowid, modelId: 'm', scale: 1, data: new Int8Array(4) });

describe('screening what is filed', () => {
  it('marks a mined drawer that holds a secret, says where it stands, and leaves the others open', async () => {
    writeTree(workspace(), {
      'deploy.sh': `set -eu\nexport GITHUB_TOKEN=${token}\n`,
      'notes.md': prose('a', 2000),
    });
    await mine();
    const [drawer, ...others] = all().filter(({ sensitive }) => sensitive);
    expect(others).toEqual([]);
    expect(drawer?.sourceFile).toBe('deploy.sh');
    expect(drawer && secretText(drawer)).toBe(token);
    expect(drawer && test.store.read.findingsOf(drawer.id).map(({ rule }) => rule)).toEqual(['github-token']);
  });

  it('finds a secret that a cut goes through, and marks both sides', async () => {
    const key = keyBlock(40);
    writeTree(workspace(), { 'keys.txt': `${prose('a', 600)}\n${key}\n${prose('b', 1500)}` });
    await mine();
    const holders = all()
      .filter(({ sensitive }) => sensitive)
      .sort((a, b) => a.chunkIndex - b.chunkIndex);
    expect(holders.length).toBeGreaterThan(2);
    expect(holders.map(secretText).join('')).toBe(key.trimEnd());
    expect(all().length).toBeGreaterThan(holders.length);
  });

  it('reads pieces of one exchange as one text, and texts of different sources as two', async () => {
    const half = token.length / 2;
    const piece = (id: string, part: number, text: string, source: string) =>
      newDrawer(id, {
        text,
        type: 'conversation',
        sourceId: sourceId(source),
        exchange: 3,
        part,
        chunkIndex: part,
      });
    await test.store.write((write) => {
      write.putSource(newSource('s', 'chat.jsonl'));
      write.putSource(newSource('t', 'other.jsonl'));
      screenedInsert(write, [
        piece('a', 0, `See ${token.slice(0, half)}`, 's'),
        piece('b', 1, `${token.slice(half)} is old.`, 's'),
        piece('c', 2, 'Thanks.', 's'),
      ]);
      screenedInsert(write, [
        piece('d', 0, `See ${token.slice(0, half)}`, 's'),
        piece('e', 1, `${token.slice(half)} is old.`, 't'),
      ]);
    });
    expect(marked()).toEqual(['a', 'b']);
  });

  it('screens what is imported', async () => {
    const file = path.join(test.folder, 'drawers.jsonl');
    writeFileSync(
      file,
      `${JSON.stringify({ id: 'x', text: `token ${token}`, wing: 'w', room: 'r' })}\n${JSON.stringify({ id: 'y', text: 'calm', wing: 'w', room: 'r' })}\n`,
    );
    await importDrawers(test.store, file, { clock: () => new Date() });
    expect(marked()).toEqual(['x']);
  });

  it('screens what was filed before it came: the drawers keep their IDs, lose their vectors and are told of', async () => {
    writeTree(workspace(), { 'deploy.sh': `export GITHUB_TOKEN=${token}\n`, 'notes.md': prose('a', 500) });
    await test.store.write((write) => write.insertDrawers([newDrawer('import', { text: `token ${token}` })]));
    await mine();
    const before = all();
    const deploy = before.find(({ sourceFile }) => sourceFile === 'deploy.sh');
    // As a palace was before: nothing screened, everything embedded.
    await test.store.write((write) => {
      for (const { id, rowid } of before) {
        write.putFindings(id, []);
        write.updateDrawers([{ rowid, sensitive: false }]);
      }
      write.putVectors(before.map(({ rowid }) => vector(rowid)));
      for (const source of write.read.sources()) write.putSource({ ...source, normalizeVersion: 1 });
    });
    const told: CommittedChange[] = [];
    test.store.onCommit((change) => told.push(change));
    await screenFiled(test.store, {});
    await mine();
    expect(all().map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(marked().sort()).toEqual(['import', String(deploy?.id)].sort());
    const secretRows = all()
      .filter(({ sensitive }) => sensitive)
      .map(({ rowid }) => rowid);
    expect(test.store.read.scanVectors('m', 0, 100).map(({ rowid }) => rowid)).toEqual(
      before.map(({ rowid }) => rowid).filter((rowid) => !secretRows.includes(rowid)),
    );
    expect(told.flatMap(({ unembedded }) => unembedded).sort()).toEqual([...secretRows].sort());
    expect(test.store.read.rowidsWithoutVector('m', 10)).toEqual([]);
  });

  it('searches the whole palace once, not at every mine', async () => {
    await screenFiled(test.store, {});
    await test.store.write((write) => write.insertDrawers([newDrawer('late', { text: token })]));
    await screenFiled(test.store, {});
    expect(marked()).toEqual([]);
  });

  it('respects what a person has decided, whichever way', async () => {
    writeTree(workspace(), { 'deploy.sh': `export GITHUB_TOKEN=${token}\n`, 'notes.md': prose('a', 500) });
    await mine();
    const [deploy, notes] = ['deploy.sh', 'notes.md'].map((name) =>
      all().find(({ sourceFile }) => sourceFile === name),
    );
    if (deploy === undefined || notes === undefined) throw new Error('Both files are mined.');
    await test.store.write((write) => {
      write.updateDrawers([
        { rowid: deploy.rowid, sensitive: false },
        { rowid: notes.rowid, sensitive: true },
      ]);
      for (const { id } of [deploy, notes]) write.putProperties(id, { [reviewedProperty]: 'yes' });
      for (const source of write.read.sources()) write.putSource({ ...source, normalizeVersion: 1 });
    });
    await screenFiled(test.store, {});
    await mine();
    expect(marked()).toEqual([notes.id]);
    expect(test.store.read.findingsOf(deploy.id)).toHaveLength(1);
  });

  it('opens a drawer again whose finding was a mistake, unless a person had marked it', async () => {
    await test.store.write((write) => {
      write.insertDrawers([newDrawer('mistaken', { sensitive: true }), newDrawer('chosen', { sensitive: true })]);
      write.putFindings(drawerId('mistaken'), [{ rule: 'old-rule', start: 0, end: 3 }]);
    });
    await screenFiled(test.store, {});
    expect(marked()).toEqual(['chosen']);
    expect(test.store.read.findingsOf(drawerId('mistaken'))).toEqual([]);
  });

  it('a drawer that becomes sensitive while it is embedded gets no vector', async () => {
    await test.store.write((write) => write.insertDrawers([newDrawer('a'), newDrawer('b')]));
    await test.store.write((write) => write.updateDrawers([{ rowid: 1, sensitive: true }]));
    await test.store.write((write) => write.putVectors([vector(1), vector(2)]));
    expect(test.store.read.scanVectors('m', 0, 10).map(({ rowid }) => rowid)).toEqual([2]);
    await test.store.write((write) => write.updateDrawers([{ rowid: 1, sensitive: false }]));
    expect(test.store.read.rowidsWithoutVector('m', 10)).toEqual([1]);
  });

  it('forgets the findings of a text that is gone', async () => {
    writeTree(workspace(), { 'deploy.sh': `export GITHUB_TOKEN=${token}\n` });
    await mine();
    rmSync(path.join(workspace(), 'deploy.sh'));
    writeTree(workspace(), { 'deploy.sh': 'export GITHUB_TOKEN=$1 # from the caller\n' });
    await mine();
    expect(marked()).toEqual([]);
    expect(test.store.read.findingsPage(0, 10)).toEqual([]);
  });
});
