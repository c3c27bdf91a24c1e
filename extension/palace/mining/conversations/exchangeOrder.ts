import type { Drawer } from '../../model/drawer/drawer.ts';
import type { FiledExchange } from './exchangeDrawers.ts';

/** An exchange of a conversation that was filed before: its live drawers, in the order of their parts. */
type StandingExchange = readonly Drawer[];

/** One exchange of a conversation as it will stand. */
type OrderedExchange =
  | {
      readonly given: FiledExchange;
      /** What was filed of it before, perhaps in an earlier wording; empty if nothing. */
      readonly earlier: StandingExchange;
    }
  /** One that the file does not have. */
  | { readonly given: null; readonly earlier: StandingExchange };

/**
 * Puts a file's exchanges and those that were filed before into one order. A given exchange that shares a drawer with a standing
 * one is that exchange, wherever it is now. Of the others, those that follow the same exchange are taken for new wordings of each
 * other, in their order, where `mayReplace` agrees. What is left of the standing ones stays where it was: after its predecessor.
 * `drawersOf`: the live drawers of a given exchange.
 */
export const orderedExchanges = (
  given: readonly FiledExchange[],
  standing: readonly StandingExchange[],
  drawersOf: (exchange: FiledExchange) => readonly Drawer[],
  mayReplace: (exchange: FiledExchange, earlier: StandingExchange) => boolean,
): OrderedExchange[] => {
  const placeOf = new Map(
    standing.flatMap((drawers, place) => drawers.map(({ rowid }) => [rowid, place] as const)),
  );
  const taken = new Set<number>();
  const placed = given.map((exchange) => {
    const place = drawersOf(exchange)
      .map(({ rowid }) => placeOf.get(rowid))
      .find((found) => found !== undefined && !taken.has(found));
    if (place !== undefined) taken.add(place);
    return { exchange, place };
  });
  const missingAfter = new Map<number, StandingExchange[]>();
  let before = -1;
  for (const [place, earlier] of standing.entries()) {
    const others = missingAfter.get(before);
    if (taken.has(place)) before = place;
    else if (others === undefined) missingAfter.set(before, [earlier]);
    else others.push(earlier);
  }
  const ordered: OrderedExchange[] = [];
  let missing = missingAfter.get(-1) ?? [];
  const leave = (those: readonly StandingExchange[]): void =>
    void ordered.push(...those.map((earlier) => ({ given: null, earlier })));
  for (const { exchange, place } of placed) {
    if (place !== undefined) {
      leave(missing);
      ordered.push({ given: exchange, earlier: standing[place] ?? [] });
      missing = missingAfter.get(place) ?? [];
      continue;
    }
    const at = missing.findIndex((earlier) => mayReplace(exchange, earlier));
    if (at > 0) leave(missing.slice(0, at));
    ordered.push({ given: exchange, earlier: missing[at] ?? [] });
    missing = missing.slice(at + 1);
  }
  leave(missing);
  return ordered;
};
