import { contentHash } from '../model/drawer.ts';
import type { NewDrawer } from '../model/drawer.ts';

/** True if the text is the one that was filed: it still has the SHA-256 that was stored with it. */
export const textIsAsFiled = (drawer: Pick<NewDrawer, 'text' | 'contentHash'>): boolean => contentHash(drawer.text) === drawer.contentHash;
