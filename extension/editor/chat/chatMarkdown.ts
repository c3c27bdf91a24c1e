import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import { maskedText } from '../../palace/model/text/maskedText.ts';
import { lineLabel } from '../search/lineLabel.ts';
import { inPlaceText, partText, placeOf, replacedText } from '../search/hitText.ts';
import type { Localiser } from '../platform/localiser.ts';

/** Text that Markdown shows unchanged, in one line. */
export const plainMarkdown = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()#+.!|<>~$&:@-]/g, '\\$&');

/** Target of a link that opens a drawer's source at its lines. */
export const drawerLink = (drawerId: string): string =>
  `command:synapsePalace.openDrawer?${encodeURIComponent(JSON.stringify([drawerId])).replace(/[!'()*]/g, percentEncoded)}`;

/** Of an ASCII character. `encodeURIComponent` leaves some characters that end a link in Markdown. */
const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const titleOf = ({ type, source_file: file, lines, wing, room }: SearchHit, localiser: Localiser): string =>
  (type === 'git_commit' || type === 'conversation' ? null : placeOf(file, lines, localiser)) ??
  `${wing} › ${room}`;

const remarksOf = (
  { filed_at: filed, palace, replaced_by: by, in_place_of: old, part_of: note }: SearchHit,
  localiser: Localiser,
): string =>
  [
    ...(palace === undefined ? [] : [localiser.t('in {0}', palace)]),
    ...(note === undefined ? [] : [partText(note, localiser)]),
    localiser.t('filed {0}', localiser.date(filed)),
    ...(by === undefined ? [] : [replacedText(by, localiser)]),
    ...(old === undefined ? [] : [inPlaceText(old, localiser)]),
  ].join(' · ');

/** Numbered drawers, each with a link to its source, the line that says most, and when it was filed. */
export const drawerList = (
  hits: readonly (readonly [number, SearchHit])[],
  terms: readonly string[],
  localiser: Localiser,
): string =>
  hits
    .map(
      ([number, hit]) =>
        `${number}. [${plainMarkdown(titleOf(hit, localiser))}](${drawerLink(hit.drawer_id)}): ${plainMarkdown(lineLabel(maskedText(hit), terms))} *(${plainMarkdown(remarksOf(hit, localiser))})*`,
    )
    .join('\n');

/**
 * Removes images from Markdown that comes in pieces: fetching an image would reveal its address, and whatever a
 * model put into it, to others.
 */
export const withoutImages = (): ((piece: string) => string) => {
  let last = '';
  return (piece) => {
    const [before, whole] = [last, `${last}${piece}`];
    last = whole.slice(-1);
    // If a mark was passed on before its bracket came, the backslash before the bracket defuses it.
    return whole.replaceAll('![', '!\\[').slice(before.length);
  };
};
