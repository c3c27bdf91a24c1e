import { groupedNumber } from '../../../base/text/plural.ts';
import { errorText } from '../errors/errorText.ts';
import { PalaceError } from '../errors/palaceError.ts';

/** Longest note, in characters. */
const longestText = 1_000_000;

/** Throws E_NOTE if a text is blank, too long or can't be kept verbatim. */
export const checkNoteText = (text: string): void => {
  if (text.trim() === '')
    throw new PalaceError('E_NOTE', 'The note is empty.', {
      remedy: 'Write something, or archive the note if it is no longer needed. Nothing was filed.',
    });
  if (text.length > longestText)
    throw new PalaceError(
      'E_NOTE',
      errorText`The note has ${groupedNumber(text.length)} characters; ${groupedNumber(longestText)} are allowed.`,
      { remedy: 'Shorten it, or save it as several notes. Nothing was filed.' },
    );
  if (/\p{Cs}/u.test(text))
    throw new PalaceError(
      'E_NOTE',
      'The note holds half a character (a lone surrogate), which can’t be kept as it is.',
    );
};
