import { expect, it } from 'vitest';
import { Catalogue } from '../../../../extension/palace/catalogue/catalogue.ts';
import { contentHash, type IndexedDrawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { drawerId } from '../../../../extension/palace/model/drawer/ids.ts';
import { candidate } from '../../../fixtures/candidates.ts';

const drawerOf = (rowid: number, sourceFile: string): IndexedDrawer => ({
  ...candidate({}).drawer,
  ...{ rowid, id: drawerId(`d${rowid}`), contentHash: contentHash(`text ${rowid}`), sourceFile },
});

it('finds the tests of a name as files come, and after the slots were closed up', () => {
  const catalogue = new Catalogue();
  const filesOf = (name: string): string[] => {
    const tests = new Set(catalogue.testsNamed(name));
    return catalogue.slotsOfSources(tests).map((slot) => catalogue.sourceFileOf(slot));
  };
  catalogue.add(drawerOf(1, 'src/crane.ts'));
  catalogue.add(drawerOf(2, 'test/berth.test.ts'));
  expect(filesOf('berth')).toEqual(['test/berth.test.ts']);
  expect(filesOf('crane')).toEqual([]);

  catalogue.add(drawerOf(3, 'test/crane.test.ts'));
  catalogue.add(drawerOf(4, 'e2e/crane.e2e.ts'));
  expect(filesOf('crane')).toEqual(['test/crane.test.ts', 'e2e/crane.e2e.ts']);

  catalogue.remove(1);
  catalogue.remove(3);
  catalogue.closeUp();
  expect(filesOf('crane')).toEqual(['e2e/crane.e2e.ts']);
  expect(filesOf('berth')).toEqual(['test/berth.test.ts']);
});
