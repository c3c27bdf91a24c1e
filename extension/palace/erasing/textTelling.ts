import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LexicalIndex } from '../lexical/lexicalIndex.ts';
import type { Drawer } from '../model/drawer/drawer.ts';

export interface WordsOfPalace {
  readonly catalogue: Catalogue;
  readonly lexical: LexicalIndex;
}

/** Whether a text has a word that only these drawers have, and so reveals something about them. */
export const textTelling = (
  drawers: readonly Drawer[],
  { catalogue, lexical }: WordsOfPalace,
): ((text: string) => boolean) => {
  const { analyser } = lexical;
  const { text } = lexical.fields;
  const slots = drawers.flatMap(({ rowid }) => catalogue.slotOfRowid(rowid) ?? []);
  const mask = new Uint8Array(catalogue.slots);
  for (const slot of slots) mask[slot] = 1;
  const scope = { mask, count: slots.length };
  const own = new Set(
    [...new Set(drawers.flatMap((drawer) => analyser.terms(drawer.text)))].filter(
      (term) => text.documentFrequency(term) === text.documentFrequency(term, scope),
    ),
  );
  return (other) => analyser.terms(other).some((term) => own.has(term));
};
