import type { ShownDrawer } from '../../palace/contract/drawerViewSchema.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { tokensOf } from '../../palace/model/text/tokenBudget.ts';
import { isForAgents } from '../answers/drawerAnswer.ts';
import { bodyShareOf } from '../quoting/tokenBudget.ts';
import { drawersAt } from './drawerAt.ts';

/** What an agent reads under a name. */
interface DrawersRead {
  /** Each drawer with what of the joined texts comes after the offset. */
  readonly texts: readonly (readonly [ShownDrawer, string])[];
  /** Of all texts together. */
  readonly characters: number;
  /** How many parts are sensitive. */
  readonly hidden: number;
  /** IDs of the parts for which the budget has no room: they were not read. */
  readonly unread: readonly string[];
}

interface Reading {
  /** Characters to skip. */
  readonly offset: number;
  /** Of the answer. */
  readonly tokens: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads what {@link drawersAt} finds under a name, of a part of a note also the parts after it, as far as an answer can hold them.
 * Throws what that does.
 */
export const readDrawers = async (palace: PalaceApi, name: string, reading: Reading): Promise<DrawersRead> => {
  const all = await drawersAt(palace, name, { signal: reading.signal, forAgent: true });
  const [first] = all;
  if (all.length === 1 && first.palace === undefined && !first.sensitive && first.part_of !== undefined)
    return readNote(palace, first, reading);
  const drawers = all.filter(isForAgents);
  const known = new Map(drawers.map((drawer) => [drawer.drawer_id, drawer]));
  return {
    ...(await textsAfter(drawers.map(partOf), { ...reading, tokens: Infinity }, (id) => known.get(id))),
    hidden: all.length - drawers.length,
  };
};

/** A note from one of its parts on. */
const readNote = async (palace: PalaceApi, first: ShownDrawer, reading: Reading): Promise<DrawersRead> => {
  const { signal } = reading;
  const { parts } = await palace.noteText({ drawer_id: first.drawer_id }, { signal });
  const from = parts.slice(parts.findIndex(({ drawer_id: id }) => id === first.drawer_id));
  const open = from.filter(({ sensitive }) => !sensitive);
  const read = await textsAfter(open, reading, (id) =>
    id === first.drawer_id ? first : palace.show({ drawer_id: id, for_agent: true }, { signal }),
  );
  return { ...read, hidden: from.length - open.length };
};

interface Part {
  readonly drawer_id: string;
  readonly characters: number;
}

const partOf = ({ drawer_id: id, text }: ShownDrawer): Part => ({ drawer_id: id, characters: text.length });

/**
 * The parts after the offset, the last one also if nothing is. They are read one by one, for a note may have hundreds, until they
 * are too many for the answer even if each is cut as short as it may be.
 */
const textsAfter = async (
  parts: readonly Part[],
  { offset, tokens }: Reading,
  read: (id: string) => ShownDrawer | undefined | Promise<ShownDrawer>,
): Promise<Omit<DrawersRead, 'hidden'>> => {
  const texts: (readonly [ShownDrawer, string])[] = [];
  const unread: string[] = [];
  const least = bodyShareOf(tokens, 2);
  let [end, taken] = [0, 0];
  for (const [at, { drawer_id: id, characters }] of parts.entries()) {
    const start = end;
    end += characters;
    if (end <= offset && at < parts.length - 1) continue;
    if (taken > tokens) {
      unread.push(id);
      continue;
    }
    const drawer = await read(id);
    if (drawer === undefined) continue;
    const text = drawer.text.slice(Math.max(0, offset - start));
    texts.push([drawer, text]);
    taken += Math.min(tokensOf(text), least);
  }
  return { texts, characters: end, unread };
};
