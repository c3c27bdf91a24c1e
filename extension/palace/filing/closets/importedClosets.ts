import { yieldToEventLoopEvery } from '../../../base/async/concurrency.ts';
import { plural } from '../../../base/text/plural.ts';
import type { SourceId } from '../../model/drawer/ids.ts';
import type { PalaceStore } from '../../store/palaceStore.ts';
import { closetState, rebuildClosets } from './fileClosets.ts';

/** Collects the sources that an import touches, and builds their closets once all their drawers are filed. */
export interface ImportedClosets {
  saw(drawers: readonly { readonly sourceId: SourceId | null; readonly isNew: boolean }[]): void;
  /** Resolves with the number of sources that were too large. Errors: those of `PalaceStore.write`. */
  rebuild(store: PalaceStore, demandGoingOn: () => void): Promise<number>;
}

/** A source with more drawers is not text that a person wrote, and reading it at once would block the thread. */
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
        // An interrupted run may have left a source without its closets.
        else if (hasNew || store.read.closetsOfSource(source).length === 0)
          await store.write((transaction) => rebuildClosets(transaction, source));
        await yieldToEventLoop();
      }
      return tooLarge;
    },
  };
};

/** What to tell a person of the sources that were too large. */
export const tooLargeForClosets = (sources: number): string =>
  `No closets (index cards) for ${plural(sources, 'source')} with very many drawers, which can still be found.`;
