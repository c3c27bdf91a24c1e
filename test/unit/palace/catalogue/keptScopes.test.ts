import { expect, test } from 'vitest';
import { Catalogue } from '../../../../extension/palace/catalogue/catalogue.ts';
import { defaultMarks, type IndexedDrawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId, isoTime, roomName, wingName } from '../../../../extension/palace/model/drawer/ids.ts';

const drawer = (rowid: number, wing: string, archived = false): IndexedDrawer => ({
  rowid,
  id: drawerId(`drawer_${rowid}`),
  wing: wingName(wing),
  room: roomName('general'),
  type: 'insight',
  sourceId: null,
  sourceFile: null,
  chunkIndex: 0,
  contentHash: String(rowid),
  filedAt: isoTime('2026-03-01T00:00:00Z'),
  ...defaultMarks,
  archived,
  supersededBy: null,
  speaker: null,
  part: null,
});

test('scopes and counts are those of the drawers as they are now, whatever was asked before', () => {
  const catalogue = new Catalogue();
  const core = { wings: [wingName('core')] };
  const seen = (): unknown => [[...catalogue.scope({}).mask], catalogue.scope(core).count, catalogue.wingCounts()];
  catalogue.add(drawer(1, 'core'));
  expect(seen()).toEqual([[1], 1, { core: 1 }]);
  expect(catalogue.scope({})).toBe(catalogue.scope({}));
  catalogue.add(drawer(2, 'web'));
  expect(seen()).toEqual([[1, 1], 1, { core: 1, web: 1 }]);
  catalogue.update(drawer(2, 'core'));
  expect(seen()).toEqual([[1, 1], 2, { core: 2 }]);
  catalogue.update(drawer(1, 'core', true));
  expect(seen()).toEqual([[0, 1], 1, { core: 1 }]);
  catalogue.remove(1);
  expect(seen()).toEqual([[0, 1], 1, { core: 1 }]);
  catalogue.closeUp();
  expect(seen()).toEqual([[1], 1, { core: 1 }]);
});

test('who has a tag is asked each time', () => {
  const tagged = [drawerId('drawer_1')];
  const catalogue = new Catalogue(() => tagged);
  catalogue.add(drawer(1, 'core'));
  expect(catalogue.scope({ tags: ['x'] }).count).toBe(1);
  tagged.length = 0;
  expect(catalogue.scope({ tags: ['x'] }).count).toBe(0);
});
