import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkText } from '../../../../extension/palace/filing/chunker.ts';
import { erasedPlaces, withoutErased } from '../../../../extension/palace/mining/withoutErased.ts';
import { erasedPassage } from '../../../../extension/palace/model/drawer/erasedPassage.ts';
import { runs } from '../../../fixtures/testSize.ts';

/** Few characters, so that passages overlap, repeat and touch. */
const anyText = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '😀'), minLength: 1, maxLength: 300 });
const anyCut = fc.tuple(fc.nat(), fc.nat());

const partOf = <Piece extends { readonly text: string; readonly start: number }>(
  piece: Piece,
  { start, end }: { readonly start: number; readonly end: number },
): Piece => ({ ...piece, text: piece.text.slice(start - piece.start, end - piece.start), start, end });

/** The places of one passage, found one after the other. */
const placesIn = (text: string, passage: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + passage.length)) found.push(at);
  return found;
};

describe('the pieces of a text of which passages were erased', () => {
  it('hold all of it but these, wherever they are, and whatever its pieces are', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyText,
        fc.array(anyCut, { maxLength: 4 }),
        fc.integer({ min: 40, max: 120 }),
        async (text, cuts, target) => {
          const passages = [
            ...new Set(
              cuts.map(([from, length]) => {
                const characters = [...text];
                const start = from % characters.length;
                return characters.slice(start, start + 1 + (length % (characters.length - start))).join('');
              }),
            ),
          ];
          const places = await erasedPlaces(text, passages.map(erasedPassage));
          expect(places.map(({ start, end }) => `${start} ${text.slice(start, end)}`).sort()).toEqual(
            passages.flatMap((passage) => placesIn(text, passage).map((start) => `${start} ${passage}`)).sort(),
          );
          const pieces = chunkText(text, { target });
          const isWhole = ({ start, end }: { readonly start: number; readonly end: number }): boolean =>
            places.some((place) => place.start === start && place.end === end);
          const left = withoutErased(pieces, places, partOf);
          for (const { text: piece, start, end } of left) expect(piece).toBe(text.slice(start, end));
          // The hash of a piece that is one of them has it refused.
          expect(left.filter(isWhole).map(({ start }) => start)).toEqual(
            pieces.filter(isWhole).map(({ start }) => start),
          );
          const isErased = (at: number): boolean => places.some(({ start, end }) => start <= at && at < end);
          const kept = left.filter((piece) => !isWhole(piece)).map(({ text: piece }) => piece);
          expect(kept.join('')).toBe([...text.split('')].filter((_, at) => !isErased(at)).join(''));
        },
      ),
      { numRuns: runs(200) },
    );
  });
});
