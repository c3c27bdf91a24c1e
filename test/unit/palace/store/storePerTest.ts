import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceStore } from '../../../../extension/palace/store/palaceStore.ts';
import { removeFolder, temporaryFolder } from '../../../fixtures/fileTree.ts';
import { sqliteWasm } from './samplePalace.ts';

interface StoreOfTest {
  /** The running test's own folder. */
  readonly folder: string;
  /** A new store in that folder, on disk. */
  readonly store: PalaceStore;
}

/** Opens a store for each test of the file and removes it afterwards; what it gives is the running test's. */
export const storePerTest = (): StoreOfTest => {
  const current: { folder: string; store?: PalaceStore } = { folder: '' };
  beforeEach(async () => {
    current.folder = temporaryFolder();
    current.store = await openPalaceStore({ folder: path.join(current.folder, 'palace'), sqliteWasm });
  });
  afterEach(async () => {
    await current.store?.close();
    removeFolder(current.folder);
  });
  return {
    get folder() {
      return current.folder;
    },
    get store() {
      if (current.store === undefined) throw new Error('A store is open only while a test runs.');
      return current.store;
    },
  };
};
