import { indented } from '../../../base/text/indented.ts';
import { placeInSource } from '../../model/source/sourcePlace.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import { partsOfNote } from '../../store/noteParts.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import type { SessionContext, SessionItem } from '../../contract/memory/sessionContextSchemas.ts';
import type { Pinned } from './pinningScore.ts';
import { cutTo, tokensOf, type TokenBudget } from '../../model/text/tokenBudget.ts';

/** An item and its text in the context. */
export interface PlacedItem {
  readonly item: SessionItem;
  readonly block: string;
}

interface Chosen {
  readonly placed: readonly PlacedItem[];
  readonly leftOut: SessionContext['left_out'];
  /** Includes those that are not named. */
  readonly leftOutTotal: number;
}

/** Maximum share of the complete budget for one drawer, so that a long one does not push out all others. */
const largestShare = 0.25;
/** No more drawers are tried when fewer tokens than this are left. */
const leastRoom = 24;
/** No more drawers are tried after this many in a row did not fit. */
const mostMisses = 40;
const named = 20;

/**
 * Takes drawers in order while the budget lasts; a part of a long note stands for all of it. A long text is cut and marked as cut.
 * One that does not fit is named as left out, and the next is tried. Unpinned drawers whose text stands there already are
 * passed over: `said` holds the hashes of these texts, and grows.
 */
export const sessionItems = (
  order: readonly Pinned[],
  wholeBudget: number,
  budget: TokenBudget,
  read: ReadQueries,
  said: Set<string>,
): Chosen => {
  const placed: PlacedItem[] = [];
  const leftOut: { drawer_id: string; title: string; tokens: number; reason: string }[] = [];
  const largest = Math.max(leastRoom, Math.floor(wholeBudget * largestShare));
  let tried = 0;
  let misses = 0;
  let repeated = 0;
  for (const entry of order) {
    if (budget.left < leastRoom || misses >= mostMisses) break;
    tried += 1;
    const drawer = drawerToShow(entry, read);
    if (drawer === null) continue;
    if (!drawer.pinned && said.has(drawer.contentHash)) {
      repeated += 1;
      continue;
    }
    const found = itemOf(entry, drawer, largest);
    if (found !== null && budget.take(found.item.tokens)) {
      placed.push(found);
      said.add(drawer.contentHash);
      misses = 0;
    } else {
      misses += 1;
      leftOut.push({
        drawer_id: drawer.id,
        title: drawerTitle(drawer),
        tokens: found?.item.tokens ?? tokensOf(drawer.text),
        reason:
          budget.left === 1
            ? 'does not fit into the one token that was left'
            : `does not fit into the ${budget.left} tokens that were left`,
      });
    }
  }
  const untried = order.slice(tried);
  for (const entry of untried.slice(0, Math.max(0, named - leftOut.length))) {
    const drawer = drawerToShow(entry, read);
    if (drawer !== null)
      leftOut.push({
        drawer_id: drawer.id,
        title: drawerTitle(drawer),
        tokens: Math.min(largest, tokensOf(drawer.text)),
        reason: 'the budget was used up',
      });
  }
  return { placed, leftOut: leftOut.slice(0, named), leftOutTotal: order.length - repeated - placed.length };
};

/** Null if it is gone or sensitive. Of a long note, the first part that may be shown, with the text of all such parts. */
const drawerToShow = ({ drawer: { rowid, note } }: Pinned, read: ReadQueries): Drawer | null => {
  const [drawer] = read.drawersByRowid([rowid]);
  if (drawer === undefined || drawer.sensitive) return null;
  if (note === null) return drawer;
  const parts = partsOfNote(read, drawer).filter(({ archived, sensitive }) => !archived && !sensitive);
  return { ...drawer, ...parts[0], text: parts.map(({ text }) => text).join('') };
};

const itemOf = (
  { drawer: { pinned }, score, reason }: Pinned,
  drawer: Drawer,
  largest: number,
): PlacedItem | null => {
  const head = itemHead(drawer);
  const whole = indented(drawer.text.trimEnd());
  const room = largest - tokensOf(head) - 2;
  const isLong = tokensOf(whole) > room;
  const shown = isLong
    ? cutTo(whole, room, (missing) => ` … [cut: about ${missing} more characters in ${drawer.id}]`)
    : whole;
  if (shown === null) return null;
  const block = `${head}\n${shown}\n`;
  return {
    block,
    item: {
      drawer_id: drawer.id,
      title: drawerTitle(drawer),
      type: drawer.type,
      tier: drawer.tier,
      wing: drawer.wing,
      room: drawer.room,
      source_file: drawer.sourceFile,
      filed_at: drawer.filedAt,
      pinned,
      text: isLong ? shown.replace(/^ {2}/gm, '') : drawer.text,
      cut: isLong,
      tokens: tokensOf(block),
      pinning_score: score,
      reason,
    },
  };
};

const itemHead = ({ type, filedAt, wing, room, sourceFile, lines, id }: Drawer): string =>
  `- [${type}, ${filedAt.slice(0, 10)}, ${sourceFile === null ? `${wing}/${room}` : `${sourceFile}${placeInSource(sourceFile, lines)}`}, ${id}]`
    // A name from elsewhere may hold line breaks.
    .replace(/\s+/g, ' ');
