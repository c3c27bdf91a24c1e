import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawerId, sourceId } from '../../../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import type { CommittedChange, PalaceStore } from '../../../../../extension/palace/store/palaceStore.ts';
import { newDrawer, newSource, sqliteWasm, temporaryFolder } from '../samplePalace.ts';

describe('what is noted about drawers', () => {
  let place: ReturnType<typeof temporaryFolder>;
  let store: PalaceStore;
  const [a, b] = [drawerId('a'), drawerId('b')];
  beforeEach(async () => {
    place = temporaryFolder();
    store = await openPalaceStore({ folder: place.folder, sqliteWasm });
    await store.write((write) => write.insertDrawers([newDrawer('a'), newDrawer('b')]));
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });

  it('tags are a set: adding one twice or removing one that is not there changes nothing', async () => {
    await store.write((write) => {
      write.addTags(a, ['sha:1', 'urgent', 'urgent']);
      write.addTags(b, ['urgent']);
      write.removeTags(b, ['missing']);
    });
    expect(store.read.tagsOf([b, a, drawerId('none')])).toEqual(
      new Map([
        [a, ['sha:1', 'urgent']],
        [b, ['urgent']],
      ]),
    );
    expect(store.read.drawerIdsTagged('urgent')).toEqual([a, b]);
    expect(store.read.tagCounts()).toEqual(
      new Map([
        ['sha:1', 1],
        ['urgent', 2],
      ]),
    );
    await store.write((write) => write.removeTags(a, ['urgent']));
    expect(store.read.drawerIdsTagged('urgent')).toEqual([b]);
  });

  it('spellings of a tag are found whatever their letter case, and commits are stepped over', async () => {
    await store.write((write) => {
      write.addTags(a, ['Übung', 'auth', 'sha:abc', 'SHAPE', 'shape', 'a']);
      write.addTags(b, ['Auth', 'übung', 'sha:def', 'zebra']);
    });
    expect(store.read.spellingsOf(['AUTH', 'übung', 'Shape', 'none'])).toEqual([
      'Auth',
      'SHAPE',
      'auth',
      'shape',
      'Übung',
      'übung',
    ]);
    expect(store.read.spellingsOf(['sha:abc'])).toEqual(['sha:abc']);
  });

  it('properties keep what is not written anew', async () => {
    await store.write((write) => write.putProperties(a, { author: 'Ann', parents: '' }));
    await store.write((write) => write.putProperties(a, { author: 'Bea' }));
    expect(store.read.propertiesOf(a)).toEqual({ author: 'Bea', parents: '' });
    expect(store.read.propertiesOf(b)).toEqual({});
  });

  it('findings are written in place of the earlier ones, and paged by drawer', async () => {
    await store.write((write) => {
      write.putFindings(b, [{ rule: 'jwt', start: 4, end: 9 }]);
      write.putFindings(a, [{ rule: 'old', start: 0, end: 1 }]);
      write.putFindings(a, [
        { rule: 'pem', start: 5, end: 8 },
        { rule: 'pem', start: 1, end: 2 },
      ]);
    });
    expect(store.read.findingsOf(a)).toEqual([
      { rule: 'pem', start: 1, end: 2 },
      { rule: 'pem', start: 5, end: 8 },
    ]);
    const first = store.read.findingsPage(0, 1);
    expect(first.map(({ drawerId: id, start }) => [id, start])).toEqual([
      ['a', 1],
      ['a', 5],
    ]);
    expect(store.read.findingsPage(first.at(-1)?.rowid ?? 0, 1).map(({ rule }) => rule)).toEqual(['jwt']);
  });

  it('a drawer that leaves takes them with it', async () => {
    await store.write((write) => {
      write.addTags(a, ['x']);
      write.putProperties(a, { author: 'Ann' });
      write.putFindings(a, [{ rule: 'pem', start: 1, end: 2 }]);
    });
    await store.write((write) => write.deleteDrawers([1]));
    await store.write((write) => write.insertDrawers([newDrawer('a')]));
    expect([store.read.tagsOf([a]).size, store.read.propertiesOf(a), store.read.findingsOf(a)]).toEqual([
      0,
      {},
      [],
    ]);
  });

  it('nothing can be noted about a drawer that is not there', async () => {
    for (const note of ['addTags', 'removeTags'] as const)
      await expect(store.write((write) => write[note](drawerId('none'), ['x']))).rejects.toMatchObject({
        code: 'E_DRAWER_NOT_FOUND',
      });
    await expect(store.write((write) => write.putProperties(drawerId('none'), {}))).rejects.toMatchObject({
      code: 'E_DRAWER_NOT_FOUND',
    });
    await expect(store.write((write) => write.putFindings(drawerId('none'), []))).rejects.toMatchObject({
      code: 'E_DRAWER_NOT_FOUND',
    });
  });

  it('closets come back as they were written, are purged by source alone, and listeners hear which sources changed', async () => {
    const changes: CommittedChange[] = [];
    store.onCommit((change) => changes.push(change));
    const closet = (source: string, ordinal: number) => ({
      sourceId: sourceId(source),
      ordinal,
      text: `queues|Igor|→a,b\n"Drain it ${ordinal}."||→b`,
    });
    await store.write((write) => {
      write.putSource(newSource('one', 'one.md'));
      write.putSource(newSource('two', 'two.md'));
      write.putClosets([closet('one', 1), closet('one', 0), closet('two', 0)]);
      write.putClosets([closet('one', 1)]);
    });
    expect(store.read.closetCount()).toBe(3);
    expect(store.read.closetsOfSource(sourceId('one'))).toEqual([closet('one', 0), closet('one', 1)]);
    const [first] = store.read.scanClosets(0, 1);
    expect(store.read.scanClosets(first?.rowid ?? 0, 5)).toHaveLength(2);
    await store.write((write) => write.purgeClosets(sourceId('one')));
    expect(store.read.scanClosets(0, 5)).toMatchObject([closet('two', 0)]);
    await store.write((write) => write.removeSource(sourceId('two')));
    expect(store.read.scanClosets(0, 5)).toEqual([]);
    expect(changes.map(({ closets }) => closets)).toEqual([['one', 'two'], ['one'], ['two']]);
  });
});
