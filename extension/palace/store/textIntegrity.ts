import { contentHash, type NewDrawer } from '../model/drawer/drawer.ts';
import type { DamagedRow, ReadQueries } from './palaceStore.ts';

type Filed = Pick<NewDrawer, 'id' | 'text' | 'contentHash'>;

/** True if the text is the one that was filed: it still has the SHA-256 that was stored with it. */
export const textIsAsFiled = (drawer: Pick<Filed, 'text' | 'contentHash'>): boolean =>
  contentHash(drawer.text) === drawer.contentHash;

/** A damage report for each drawer whose text is not the one that was filed. */
export const changedTexts = (drawers: readonly Filed[]): DamagedRow[] =>
  drawers
    .filter((drawer) => !textIsAsFiled(drawer))
    .map(({ id }) => ({
      what: 'drawer',
      id,
      problem: 'its text is not the one that was filed (SHA-256 differs)',
    }));

/**
 * The same reads, which also report each changed text that they return. This covers only the reads whose results
 * people and agents see. Scans that build indexes read everything, and checking everything is the job of `verify`.
 */
export const watchTexts = (
  queries: ReadQueries,
  report: (damaged: readonly DamagedRow[]) => void,
): ReadQueries => {
  const watch = <T extends readonly Filed[]>(drawers: T): T => {
    const changed = changedTexts(drawers);
    if (changed.length > 0) report(changed);
    return drawers;
  };
  return {
    ...queries,
    drawersByRowid: (rowids) => watch(queries.drawersByRowid(rowids)),
    drawersOfSource: (id) => watch(queries.drawersOfSource(id)),
    drawerById: (id) => {
      const drawer = queries.drawerById(id);
      if (drawer !== undefined) watch([drawer]);
      return drawer;
    },
    drawersAfter: (after, limit) => {
      const drawers = queries.drawersAfter(after, limit);
      watch(drawers.map(({ drawer }) => drawer));
      return drawers;
    },
    page: (filter, cursor, limit) => {
      const page = queries.page(filter, cursor, limit);
      watch(page.drawers);
      return page;
    },
  };
};
