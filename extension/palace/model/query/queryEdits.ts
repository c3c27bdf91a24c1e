import { nameDistance } from '../text/nameDistance.ts';
import { foldTag } from '../drawer/tag.ts';
import { fileKinds } from '../drawer/vocabulary.ts';
import {
  queryConditions,
  queryFields,
  queryPieces,
  type QueryField,
  type QueryPiece,
  type QuerySpan,
} from './querySyntax.ts';

const tidy = (query: string): string => query.replace(/\s+/gu, ' ').trim();

/** The query with one place rewritten, and single spaces. */
export const rewritten = (query: string, { start, end }: QuerySpan, by: string): string =>
  tidy(`${query.slice(0, start)} ${by} ${query.slice(end)}`);

/** The query without the pieces for which `gone` holds; null if there are none. */
export const without = (query: string, gone: (piece: QueryPiece) => boolean): string | null => {
  const going = queryPieces(query).filter(gone);
  return going.length === 0 ? null : going.reduceRight((text, piece) => rewritten(text, piece, ''), query);
};

/** The query with a free word rewritten, wherever it occurs as a whole word. */
export const withWord = (query: string, word: string, by: string): string =>
  queryPieces(query).reduceRight((text, piece) => {
    if (piece.kind !== 'word') return text;
    const found = text.slice(piece.start, piece.end);
    const parts = found.split(/([\p{L}\p{N}_]+)/u).map((part) => (part === word ? by : part));
    return text.slice(0, piece.start) + parts.join('') + text.slice(piece.end);
  }, query);

/** Only the query's words, those of phrases without quotes; null if it has no conditions, or only conditions. */
export const wordsAlone = (query: string): string | null => {
  if (queryConditions(query).length === 0) return null;
  const words = queryPieces(query).flatMap((piece) =>
    piece.kind === 'word' || piece.kind === 'phrase' ? [piece.content] : [],
  );
  return words.length === 0 ? null : tidy(words.join(' '));
};

/** The query with its conditions (`field:value`) as text, in quotes; null if it has none. */
export const conditionsAsText = (query: string): string | null => {
  const fields = queryPieces(query).filter(({ kind }) => kind === 'field');
  return fields.length === 0
    ? null
    : fields.reduceRight(
        (text, { start, end }) =>
          rewritten(text, { start, end }, `"${text.slice(start, end).replaceAll(/["“”„]/gu, '')}"`),
        query,
      );
};

const fieldNames = new RegExp(`\\b(${queryFields.join('|')}):`, 'gu');

/** Text that nobody wrote as a query, such as code, as one that asks for its words and sets no condition. */
export const queryOfText = (text: string): string =>
  queryConditions(text).length === 0
    ? text
    : tidy(
        text
          .replace(/["“”„]/gu, ' ')
          .replace(/(?<!\S)-+/gu, '')
          .replace(fieldNames, '$1 '),
      );

/** What a palace can be filtered by: field → names. */
export type KnownNames = Partial<Readonly<Record<QueryField, readonly string[]>>>;

/** The names in a palace, from its counts: by wing, by wing and room, by type, by tier; and its tags, where they were asked for. */
export const knownNames = ({
  wings,
  rooms,
  types,
  tiers,
  tags,
}: {
  readonly wings: Readonly<Record<string, unknown>>;
  readonly rooms: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly types: Readonly<Record<string, unknown>>;
  readonly tiers: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[] | undefined;
}): KnownNames => ({
  room: [...new Set(Object.values(rooms).flatMap((names) => Object.keys(names)))],
  wing: Object.keys(wings),
  type: Object.keys(types),
  tier: Object.keys(tiers),
  kind: fileKinds,
  ...(tags === undefined ? {} : { tag: tags }),
});

/** A condition that matches nothing, and the query with the condition that was probably meant. */
interface MeantCondition {
  /** As written: `room:dcos`. */
  readonly written: string;
  /** `room:docs`. */
  readonly meant: string;
  readonly query: string;
}

/** Fields whose values may be written in any letter case. */
const caseless: readonly QueryField[] = ['type', 'tier', 'kind', 'tag'];
const isNamed = (field: QueryField, value: string, name: string): boolean =>
  name === value || (caseless.includes(field) && foldTag(name) === foldTag(value));

/** The kinds are the same in every palace: one is named where a kind was asked for, or a type, and not because it is at hand. */
const mayMean = (field: QueryField, other: string): boolean =>
  other !== 'kind' || field === 'kind' || field === 'type';

/** The nearest name to one that is misspelt or was given to the wrong field; the same field goes first. */
const meantBy = (field: QueryField, value: string, known: KnownNames): string | null => {
  let best: { readonly text: string; readonly cost: number } | null = null;
  for (const [other, names] of Object.entries(known).filter(([other]) => mayMean(field, other)))
    for (const name of names) {
      const far = nameDistance(value, name);
      if (far === null) continue;
      const cost = 2 * far + (other === field ? 0 : 1);
      if (best === null || cost < best.cost)
        best = { text: `${other}:${/[\s,"]/u.test(name) ? `"${name}"` : name}`, cost };
    }
  return best?.text ?? null;
};

/** The name that was probably meant by a field's value, as a condition; null if the palace has that one, or none near it. */
export const meantName = (field: QueryField, value: string, known: KnownNames): string | null => {
  const names = known[field];
  return names === undefined || names.some((name) => isNamed(field, value, name))
    ? null
    : meantBy(field, value, known);
};

/** The conditions of a query that match no name in the palace, each with the one that was probably meant. */
export const meantConditions = (query: string, known: KnownNames): readonly MeantCondition[] =>
  queryPieces(query).flatMap((piece) => {
    if (piece.kind !== 'field' || piece.negated) return [];
    const [value = '', ...others] = piece.values;
    const meant = others.length > 0 ? null : meantName(piece.field, value, known);
    return meant === null
      ? []
      : [{ written: query.slice(piece.start, piece.end), meant, query: rewritten(query, piece, meant) }];
  });

/** Names that people give themselves; a misspelt type, tier or kind is refused. */
const givenNames = ['wing', 'room', 'tag'] as const;

/** A name that a query asks for and nothing in the palace has. */
export interface UnknownName {
  readonly field: (typeof givenNames)[number];
  readonly value: string;
}

/** The sentence about such a name. */
export const unknownNameText = ({ field, value }: UnknownName): string =>
  field === 'tag' ? `No drawer has the tag “${value}”.` : `There is no ${field} “${value}”.`;

/**
 * The names of a query's conditions that the palace does not have, of those that `known` lists; none where another palace is asked.
 * A condition with several names is left out if one of them is known.
 */
export const unknownNames = (query: string, known: KnownNames): readonly UnknownName[] => {
  const fields = queryPieces(query).filter((piece) => piece.kind === 'field');
  if (fields.some(({ field }) => field === 'palace')) return [];
  return fields.flatMap(({ field: written, values }) => {
    const field = givenNames.find((name) => name === written);
    const names = field === undefined ? undefined : known[field];
    if (field === undefined || names === undefined) return [];
    const isKnown = (value: string): boolean => names.some((name) => isNamed(field, value, name));
    return values.some(isKnown) ? [] : values.map((value) => ({ field, value }));
  });
};
