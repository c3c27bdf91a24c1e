import type { Drawer } from '../model/drawer/drawer.ts';

/** The text that is embedded for a drawer. */
export const embeddingInput = (drawer: Pick<Drawer, 'text'>): string => drawer.text;
