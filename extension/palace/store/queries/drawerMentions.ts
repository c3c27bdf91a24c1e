/** Finds IDs of drawers in what quotes them, and replaces them. Each function gives undefined if none is named. */
export interface DrawerMentions {
  /** The IDs that are looked for in text that people read; the others are found only where an ID stands. */
  readonly needles: readonly string[];
  /** Text that people read, with the IDs replaced. */
  inText(text: string): string | undefined;
}

/** IDs as this program makes them end in a hash, so that nothing else is taken for one. */
const madeHere = /^drawer_.+_[0-9a-f]{16}$/su;
/** Imported IDs may be words, numbers or dates, which also stand in texts that mean something else. */
const everyday = /^(?:[\p{L}\p{M}_\s]*|[\d\s.,:/_-]*)$/u;
const shortestNeedle = 6;

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
  return {
    needles,
    inText: (text) => {
      const found = needles.filter((id) => text.includes(id) && standingAlone(id).test(text));
      return found.length === 0
        ? undefined
        : // A longer ID may hold a shorter one.
          found
            .sort((a, b) => b.length - a.length)
            .reduce((rest, id) => rest.replace(standingAlone(id), () => names.get(id) ?? id), text);
    },
  };
};
