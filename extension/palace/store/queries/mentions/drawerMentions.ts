import { parseJson } from '../../../../base/text/parseJson.ts';

/** Finds IDs of drawers in what quotes them, and replaces them. Each function gives undefined if none is named. */
export interface DrawerMentions {
  /** The IDs that are looked for in text that people read, also as JSON quotes them; the others are found only where an ID stands. */
  readonly needles: readonly string[];
  /** Text that people read, with the IDs replaced. */
  inText(text: string): string | undefined;
  /** JSON, with the IDs replaced in its parsed values, where they may be escaped. `key` is that of the whole value. */
  inJson(json: string, key?: string): string | undefined;
}

/** IDs as this program makes them end in a hash, so that nothing else is taken for one. */
const madeHere = /^drawer_.+_[0-9a-f]{16}$/su;
/** Imported IDs may be words, numbers or dates, which also stand in texts that mean something else. */
const everyday = /^(?:[\p{L}\p{M}_\s]*|[\d\s.,:/_-]*)$/u;
const shortestNeedle = 6;
/** Keys of JSON whose values are IDs: such a value names one drawer, whatever else it holds. */
const idKey = /^$|(?:^|_)ids?$|^superseded_by$|^consolidated_into/u;
/** Keys whose values are text or words of this program, even if a drawer's ID is the same word. */
const textKeys = new Set(
  'action at fact group_id kind label name newer_says profile proposedBy reason room says state summary tags text tier title type wing writer'.split(
    ' ',
  ),
);

const isNeedle = (id: string): boolean => madeHere.test(id) || (id.length >= shortestNeedle && !everyday.test(id));

/** A longer ID that contains this one is another drawer's. The full stop or colon of a sentence may follow. */
const standingAlone = (id: string): RegExp => {
  const inside = madeHere.test(id) ? '[.-]*' : '[.:-]*';
  return new RegExp(`(?<![\\p{L}\\p{N}_]${inside})${escaped(id)}(?!${inside}[\\p{L}\\p{N}_])`, 'gu');
};

const escaped = (id: string): string => id.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** `names` gives what replaces each ID. */
export const drawerMentions = (names: ReadonlyMap<string, string>): DrawerMentions => {
  const needles = [...names.keys()].filter(isNeedle);
  const others = needles.filter((id) => !madeHere.test(id));
  const inText = (text: string): string | undefined => {
    // Most texts name no drawer at all.
    const found = (text.includes('drawer_') ? needles : others).filter(
      (id) => text.includes(id) && standingAlone(id).test(text),
    );
    return found.length === 0
      ? undefined
      : // A longer ID may hold a shorter one.
        found
          .sort((a, b) => b.length - a.length)
          .reduce((rest, id) => rest.replace(standingAlone(id), () => names.get(id) ?? id), text);
  };
  const inValue = (value: string, key: string): string | undefined => {
    if (textKeys.has(key)) return inText(value);
    return names.get(value) ?? (idKey.test(key) ? undefined : inText(value));
  };
  return {
    needles: [...new Set(needles.flatMap((id) => [id, JSON.stringify(id).slice(1, -1)]))],
    inText,
    inJson: (json, outerKey = '') => {
      const parsed = parseJson(json);
      // What can't be read is text.
      if (parsed === undefined) return inText(json);
      let isNamed = false;
      const replaced = mapStrings(parsed, outerKey, (value, key) => {
        const to = inValue(value, key);
        isNamed ||= to !== undefined;
        return to ?? value;
      });
      return isNamed ? JSON.stringify(replaced) : undefined;
    },
  };
};

/** Calls `map` for each string with the key under which it stands, and for each key as a `name`. */
const mapStrings = (value: unknown, key: string, map: (text: string, key: string) => string): unknown => {
  if (typeof value === 'string') return map(value, key);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, key, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [map(name, 'name'), mapStrings(each, name, map)]),
  );
};
