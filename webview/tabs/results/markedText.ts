import { markTerms } from '../../../extension/base/text/termMarks.ts';
import { element } from '../../ui/element.ts';

/** Text with the query's terms marked; the text itself stays text, character by character. */
export const markedText = (text: string, terms: readonly string[]): readonly (string | HTMLElement)[] =>
  markTerms(text, terms).map((piece) => (piece.marked ? element('mark', {}, piece.text) : piece.text));
