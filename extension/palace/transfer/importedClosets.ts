import type { SourceId } from '../model/ids.ts';
import { yieldToEventLoopEvery } from '../../base/concurrency.ts';
import { closetState, rebuildClosets } from '../filing/closets/fileClosets.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** Keeps the sources that an import has touched, and builds their closets once all their drawers are there. */
export interface ImportedClosets {
  saw(drawers: readonly { readonly sourceId: SourceId | null; readonly isNew: boolean }[]): void;
  /** Resolves with how many sources were too large. Errors: those of `PalaceStore.write`. */
  rebuild(store: PalaceStore, demandGoingOn: () => void): Promise<number>;
}

/** A source of more drawers is no text that somebody wrote, and reading it at once would hold the thread. */
const mostDrawers = 2000;

export const importedClosets = (): ImportedClosets => {
  const sources = new Map<SourceId, { drawers: number; hasNew: boolean }>();
  return {
    saw(drawers) {
      for (const { sourceId, isNew } of drawers) {
        if (sourceId === null) continue;
        const known = sources.get(sourceId) ?? { drawers: 0, hasNew: false };
        sources.set(sourceId, { drawers: known.drawers + 1, hasNew: known.hasNew || isNew });
      }
    },
    async rebuild(store, demandGoingOn) {
      if (closetState(store.read) === 'none') return 0;
      const yieldToEventLoop = yieldToEventLoopEvery(10);
      let tooLarge = 0;
      for (const [source, { drawers, hasNew }] of sources) {
        demandGoingOn();
        if (drawers > mostDrawers) tooLarge++;
        // A run that was cut short may have left a source without its closets.
        else if (hasNew || store.read.closetsOfSource(source).length === 0)
          await store.write((transaction) => rebuildClosets(transaction, source));
        await yieldToEventLoop();
      }
      return tooLarge;
    },
  };
};
