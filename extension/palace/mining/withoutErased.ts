import { yieldToEventLoopEvery } from '../../base/async/concurrency.ts';
import { placesOf, type ErasedPassage } from '../model/drawer/erasedPassage.ts';
import type { TextRange } from '../model/text/textRange.ts';

const sliceMs = 8;

/** Where passages are in a text, ordered by where they start; they may overlap. Lets other work run in between. */
export const erasedPlaces = async (text: string, passages: readonly ErasedPassage[]): Promise<TextRange[]> => {
  const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
  const places: TextRange[] = [];
  for (const each of new Set(passages.map(({ length }) => length))) {
    places.push(
      ...placesOf(
        passages.filter(({ length }) => length === each),
        text,
      ),
    );
    await yieldToEventLoop();
  }
  return places.sort((a, b) => a.start - b.start);
};

/**
 * The pieces of a text, in order, without what was erased of it. After an edit, or with another length, pieces are cut in other
 * places than the erased one was. A piece that is exactly what was erased stays: its hash has it refused, and it keeps its number
 * until then.
 * @param part a part of a piece, as a piece
 */
export const withoutErased = <Piece extends TextRange>(
  pieces: readonly Piece[],
  places: readonly TextRange[],
  part: (piece: Piece, range: TextRange) => Piece,
): readonly Piece[] => {
  let first = 0;
  return pieces.flatMap((piece) => {
    while ((places[first]?.end ?? Infinity) <= piece.start) first++;
    const inside: TextRange[] = [];
    for (const place of places.slice(first)) {
      if (place.start >= piece.end) break;
      if (place.end > piece.start) inside.push(place);
    }
    if (inside.length === 0 || inside.some(({ start, end }) => start === piece.start && end === piece.end))
      return [piece];
    const left: Piece[] = [];
    let at = piece.start;
    for (const { start, end } of [...inside, { start: piece.end, end: piece.end }]) {
      if (start > at) left.push(part(piece, { start: at, end: start }));
      at = Math.max(at, end);
    }
    return left;
  });
};
