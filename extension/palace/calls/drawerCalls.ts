import { changedText, drawerFilter, drawerView } from './views/drawerView.ts';
import { exchangeView } from './views/exchangeView.ts';
import { pageOfWholeNotes } from './views/wholeNotes.ts';
import { viewsWithNotes } from './views/withNotes.ts';
import { archivedPage } from '../memory/ageing/archivePage.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { newestDrawers } from '../catalogue/newestDrawers.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId, isoTime } from '../model/drawer/ids.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { PalaceApi } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import { secretFindings } from './views/secretFindings.ts';
import { noteKey } from '../store/noteParts.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { damageText } from '../store/storeHealth.ts';

/** The calls that list and show drawers and count accesses, in their wire form. */
type DrawerCalls = Pick<PalaceApi, 'list' | 'archived' | 'show' | 'showExchange' | 'findings' | 'recordAccess'>;

interface PalaceDrawerParts {
  readonly store: PalaceStore;
  readonly catalogue: Catalogue;
  readonly embeddings: PalaceEmbeddings;
  readonly clock: () => Date;
}

/** Drawers per page unless the call sets a limit. */
const pageSize = 200;

export const drawerCalls = ({ store, catalogue, embeddings, clock }: PalaceDrawerParts): DrawerCalls => {
  const view = (drawer: Drawer) => drawerView(drawer, store.read, embeddings.vectorFacts(drawer.rowid));
  const newestPage = (filter: DrawerFilter, cursor: string | null, limit: number) => {
    const { rowids, next } = newestDrawers(catalogue, filter, cursor, limit);
    return { drawers: store.read.drawersByRowid(rowids), next };
  };
  return {
    list: async ({
      filter,
      cursor = null,
      limit = pageSize,
      order,
      with_counts: withCounts,
      whole_notes: wholeNotes,
    }) => {
      const wanted = drawerFilter(filter);
      const pageAfter = (from: string | null, length: number) =>
        order === 'newest' ? newestPage(wanted, from, length) : store.read.page(wanted, from, length);
      const { drawers, next } =
        wholeNotes === true
          ? pageOfWholeNotes(pageAfter, cursor, limit, (drawer) => noteKey(store.read, drawer))
          : pageAfter(cursor, limit);
      const damage = damageText(store.health);
      return {
        drawers: viewsWithNotes(drawers.map(view), store.read),
        next,
        ...(withCounts === true ? { counts: catalogue.roomCounts(catalogue.scope(wanted)) } : {}),
        ...(damage === null ? {} : { warnings: [damage] }),
      };
    },
    archived: async (request) => {
      const { rowids, next } = archivedPage(request, store.read, pageSize);
      return { drawers: store.read.drawersByRowid(rowids).map(view), next };
    },
    show: async ({ drawer_id: id }) => {
      const drawer = store.read.drawerById(drawerId(id));
      if (drawer === undefined)
        throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
      const [shown = view(drawer)] = viewsWithNotes([view(drawer)], store.read);
      return { ...shown, ...changedText(drawer, damageText(store.health)) };
    },
    showExchange: async ({ drawer_id: id, reveal }) => exchangeView(store.read, drawerId(id), reveal === true),
    findings: async (request) => secretFindings(request, store.read),
    recordAccess: async ({ drawer_ids: ids, session_id: sessionId, kind }) => {
      const at = isoTime(clock());
      await store.write((transaction) =>
        transaction.recordAccess(
          ids.flatMap((id) => {
            const drawer = transaction.read.drawerById(drawerId(id));
            return drawer === undefined ? [] : [{ rowid: drawer.rowid, sessionId, kind, at }];
          }),
        ),
      );
      return {};
    },
  };
};
