import { groupedNumber } from '../../base/text/plural.ts';
import { screenedItem } from './screenedItem.ts';
import { contentHash } from '../model/drawer/drawer.ts';
import { drawerId, isoTime } from '../model/drawer/ids.ts';
import { errorText, type ErrorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import { yieldToEventLoopEvery } from '../../base/async/concurrency.ts';
import { batches } from '../../base/batches.ts';
import { findSecretsOfLongTexts } from '../filing/secrets/secretsOfPieces.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { PatternRecord } from '../store/queries/patterns.ts';
import type { PairRecord } from '../store/queries/transfer.ts';
import { conflict, fileImported, type DrawerItem } from './fileImported.ts';
import { importedClosets, tooLargeForClosets } from '../filing/closets/importedClosets.ts';
import { importedSources, type ImportedSources } from './importedSources.ts';
import { importTally, type ImportOutcome, type ImportTally } from './importTally.ts';
import { isUnicode, type ImportedDrawer, type ImportItem } from './record/importItem.ts';

interface FilingOptions {
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
  /** Called with the number of drawers looked at, and where the newest one is. */
  readonly onStep?: (done: number, where: string) => void;
  /** Counts, and writes nothing. */
  readonly isDryRun: boolean;
  /** The palace was empty before this import, so it becomes the exported one. */
  readonly isRestoring: boolean;
}

const batchDrawers = 40;
const batchRows = 200;

/**
 * Files a reader's items in batches, each in its own transaction. A drawer whose ID and text already exist is a
 * duplicate, and the existing one stays unchanged. A drawer whose ID belongs to another text is left out. Importing
 * again, or after an interrupted run, adds only what is missing. Errors: E_CANCELLED, the reader's, and those of
 * `PalaceStore.write`.
 */
export const fileItems = async (
  store: PalaceStore,
  items: AsyncIterable<ImportItem>,
  options: FilingOptions,
): Promise<ImportOutcome> => {
  const tally = importTally();
  const sources = importedSources(options.isRestoring);
  const filing = options.isDryRun ? dryFiling(store, tally) : liveFiling(store, tally, sources, options);
  const yieldToEventLoop = yieldToEventLoopEvery(10);
  let drawers: DrawerItem[] = [];
  let pairs: PairRecord[] = [];
  let patterns: PatternRecord[] = [];
  let seen = 0;
  const flush = async (): Promise<void> => {
    const [someDrawers, somePairs, somePatterns] = [drawers, pairs, patterns];
    drawers = [];
    pairs = [];
    patterns = [];
    if (someDrawers.length > 0) await filing.drawers(someDrawers);
    if (somePairs.length > 0) await filing.pairs(somePairs);
    if (somePatterns.length > 0) await filing.patterns(somePatterns);
  };
  for await (const found of items) {
    const item = screenedItem(found);
    refuseCancelled(options.signal, cancelledAfter(seen));
    switch (item.kind) {
      case 'drawer': {
        seen++;
        const problem = unfit(item.drawer);
        if (problem === undefined) drawers.push(item);
        else tally.skip('not_unicode', 1, `${item.where}: ${problem}`);
        if (item.isEdited === true)
          tally.warn(`${item.where}: the text differs from the exported one; it is imported as it is.`);
        options.onStep?.(seen, item.where);
        break;
      }
      case 'source':
        sources.learn(item.source);
        break;
      case 'pair':
        pairs.push(item.pair);
        break;
      case 'pattern':
        patterns.push(item.pattern);
        break;
      case 'skip':
        tally.skip(item.reason, item.count, item.detail);
        break;
      case 'warning':
        tally.warn(item.text);
        break;
    }
    if (drawers.length >= batchDrawers || pairs.length + patterns.length >= batchRows) await flush();
    await yieldToEventLoop();
  }
  await flush();
  await filing.end();
  return tally.outcome();
};

const cancelledAfter = (seen: number): ErrorText =>
  errorText`The import was cancelled. Drawers read until then: ${groupedNumber(seen)}.`;

const refuseCancelled = (signal: AbortSignal | undefined, text: ErrorText): void => {
  if (signal?.aborted === true) throw new PalaceError('E_CANCELLED', text);
};

interface Filing {
  drawers(items: readonly DrawerItem[]): Promise<void>;
  pairs(pairs: readonly PairRecord[]): Promise<void>;
  patterns(patterns: readonly PatternRecord[]): Promise<void>;
  end(): Promise<void>;
}

const liveFiling = (
  store: PalaceStore,
  tally: ImportTally,
  sources: ImportedSources,
  { clock, isRestoring, signal }: FilingOptions,
): Filing => {
  const closets = importedClosets();
  return {
    async drawers(items) {
      const now = isoTime(clock());
      const found = await findSecretsOfLongTexts(
        items.map(({ drawer: { id, text } }) => ({ id: drawerId(id), text })),
      );
      const batch = await store.write((transaction) =>
        fileImported(transaction, items, { sources, now, isRestoring, found }),
      );
      tally.add(batch);
      closets.saw(batch.drawers);
    },
    async pairs(pairs) {
      await store.write((transaction) => {
        const known = transaction.read.knownDrawers(pairs.flatMap(({ a, b }) => [a, b]));
        transaction.putPairs(pairs.filter(({ a, b }) => known.has(a) && known.has(b)));
      });
    },
    async patterns(patterns) {
      await store.write((transaction) => transaction.putPatterns(patterns));
    },
    async end() {
      const tooLarge = await closets.rebuild(store, () =>
        refuseCancelled(signal, errorText`The import was cancelled while index cards were built.`),
      );
      if (tooLarge > 0) tally.warn(tooLargeForClosets(tooLarge));
      if (!isRestoring) return;
      const { learned } = sources;
      // Files without a drawer, such as empty ones. They are recorded, so mining need not read them again.
      for (const some of batches(learned, batchRows))
        await store.write((transaction) => {
          for (const source of some)
            if (transaction.read.sourceById(source.id) === undefined) transaction.putSource(source);
        });
    },
  };
};

/** Counts what {@link liveFiling} would do. */
const dryFiling = (store: PalaceStore, tally: ImportTally): Filing => {
  const seen = new Map<string, string>();
  return {
    async drawers(items) {
      for (const { drawer, where } of items) {
        const hash = contentHash(drawer.text);
        const known = seen.get(drawer.id) ?? store.read.drawerById(drawerId(drawer.id))?.contentHash;
        if (known === undefined) seen.set(drawer.id, hash);
        tally.add({
          added: known === undefined ? 1 : 0,
          duplicates: known === hash ? 1 : 0,
          conflicts: known === undefined || known === hash ? [] : [conflict(where, drawer.id)],
        });
      }
    },
    pairs: () => Promise.resolve(),
    patterns: () => Promise.resolve(),
    end: () => Promise.resolve(),
  };
};

/** Names that other programs allow and a palace can't hold. */
const unfit = ({ id, wing, room }: ImportedDrawer): string | undefined =>
  [id, wing, room].every(isUnicode) ? undefined : 'its ID, wing or room holds half a character (a lone surrogate)';
