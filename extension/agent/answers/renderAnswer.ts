import { tokensOf } from '../../palace/model/text/tokenBudget.ts';
import { noticeLength, quoteData, quoteLength } from '../quoting/quotedData.ts';
import { bodyShareOf, cutText, fitLists } from '../quoting/tokenBudget.ts';
import { isPalaceText, mapTexts, palaceText, plain, type AnswerValue, type Fields } from './answerValue.ts';
import { packBodies } from './packBodies.ts';
import type { AnswerList, ToolAnswer } from './toolAnswer.ts';

interface RenderedAnswer {
  readonly text: string;
  /** The same as data, for programs; only if asked for. */
  readonly structured: Record<string, unknown> | undefined;
  /** Drawers whose whole text is in the answer. */
  readonly drawerIds: readonly string[];
}

interface RenderOptions {
  /** Most tokens of each form. */
  readonly budget: number;
  readonly isStructured: boolean;
  readonly nonces?: () => string;
}

/** Most IDs of what was left out that are listed. Together they take a quarter of the budget at most. */
const namedLeftOut = 20;
/** The default hint in the mark of a cut text. */
const usualRest = 'read the drawer by its ID for the rest';

/**
 * Renders an answer as text and, if asked for, as structured content, each within the budget. In the text, everything from the
 * palace is in one quotation; outside it are only this program's own words and counts.
 */
export const renderAnswer = (answer: ToolAnswer, options: RenderOptions): RenderedAnswer => {
  const lists = answer.lists.map((list) => ({ ...list, items: cutBodies(list, answer, options.budget) }));
  const counts = fitLists(
    lists.map(({ items }) => items.length),
    options.budget,
    (tried) => {
      const { text, structured } = compose(answer, lists, tried, options);
      return Math.max(tokensOf(text), structured === undefined ? 0 : tokensOf(JSON.stringify(structured)));
    },
  );
  return compose(answer, lists, counts, options);
};

const cutBodies = (list: AnswerList, { facts, note = '' }: ToolAnswer, budget: number): readonly Fields[] => {
  const { body, items, packed, rest = usualRest } = list;
  if (body === undefined) return items;
  if (packed !== undefined) {
    const others =
      noticeLength +
      quoteLength +
      JSON.stringify(plain(facts)).length +
      note.length +
      packed.cutNote.length +
      list.more.length;
    return packBodies(items, body, packed, budget * 4 - others);
  }
  return items.map((item) => {
    const value = item[body];
    if (!isPalaceText(value)) return item;
    const { text, isCut } = cutText(value.palaceText, bodyShareOf(budget, items.length), rest);
    return isCut ? { ...item, [body]: palaceText(text), cut: true } : item;
  });
};

interface LeftOut {
  readonly list: string;
  readonly count: number;
  readonly how: string;
  readonly drawer_ids?: readonly string[];
}

const compose = (
  { facts, note }: ToolAnswer,
  lists: readonly AnswerList[],
  counts: readonly number[],
  { isStructured, nonces, budget }: RenderOptions,
): RenderedAnswer => {
  const shown = lists.map((list, at) => ({ ...list, items: list.items.slice(0, counts[at]) }));
  const leftOut = leftOutOf(lists, counts, budget);
  const values: Fields = { ...facts, ...Object.fromEntries(shown.map((list) => [list.name, valueOf(list)])) };
  const inner = isStructured ? [...textsOf(values), JSON.stringify(plain(values))] : [];
  const notes = notesOf(shown, note);
  const { open, close, notice, texts } = quoteData([quotation(facts, shown, leftOut), ...inner], nonces);
  const text = [
    notice,
    ...texts.slice(0, 1),
    ...notes,
    ...leftOut.map(({ list, count, how }) => `Left out of ${list}: ${count}. ${how}`),
  ].join('\n');
  return {
    text,
    structured: isStructured
      ? {
          ...structure(values, open, close),
          ...(notes.length === 0 ? {} : { note: notes.join('\n') }),
          left_out: leftOut,
          quoted: { open, close, notice },
        }
      : undefined,
    drawerIds: shown.flatMap(({ body, items }) =>
      body === undefined
        ? []
        : items.flatMap(({ drawer_id: id, cut }) => (typeof id === 'string' && cut !== true ? [id] : [])),
    ),
  };
};

const notesOf = (shown: readonly AnswerList[], note: string | undefined): string[] => [
  ...(note === undefined ? [] : [note]),
  ...shown.flatMap(({ items, packed }) =>
    packed !== undefined && items.some(({ cut }) => cut === true) ? [packed.cutNote] : [],
  ),
];

/** What is missing of each list. `room`: characters that the IDs may take, with what stands between them. */
const leftOutOf = (lists: readonly AnswerList[], counts: readonly number[], room: number): LeftOut[] => {
  let left = room;
  return lists.flatMap(({ name, items, more, packed, unread = 0, unreadIds = [] }, at) => {
    const missing = items.slice(counts[at] ?? 0);
    if (missing.length + unread === 0) return [];
    const ids: string[] = [];
    // In a packed list, the IDs of missing items would take the room of others.
    const all = [...missing.map(({ drawer_id: id }) => id), ...unreadIds];
    for (const id of packed === undefined ? all.slice(0, namedLeftOut) : []) {
      if (typeof id !== 'string') continue;
      left -= JSON.stringify(id).length + 1;
      if (left < 0) break;
      ids.push(id);
    }
    const named = ids.length === 0 ? {} : { drawer_ids: ids };
    return [{ list: name, count: missing.length + unread, how: more, ...named }];
  });
};

/** All that the text form quotes: a line of JSON with the short values, then each item with its body. */
const quotation = (facts: Fields, shown: readonly AnswerList[], leftOut: readonly LeftOut[]): string => {
  const named = leftOut.filter(({ drawer_ids: ids }) => ids !== undefined);
  const head = {
    ...facts,
    ...Object.fromEntries(
      shown.filter(({ body }) => body === undefined).map((list) => [list.name, valueOf(list)]),
    ),
    ...(named.length === 0
      ? {}
      : { left_out: named.map(({ list, count, drawer_ids: ids }) => ({ list, count, drawer_ids: ids })) }),
  };
  const bodies = shown.flatMap(({ body, items, packed, isVerbatim }) =>
    body === undefined
      ? []
      : items.map((item, at) => ({ ...withBody(item, body, packed?.heads[at]), isVerbatim: isVerbatim === true })),
  );
  return [
    ...(Object.values(head).every((value) => value === undefined) ? [] : [JSON.stringify(plain(head))]),
    // A body is indented, so that none of its lines can be mistaken for another item's head.
    ...bodies.map(({ about, text, isVerbatim }) =>
      bodies.length === 1 && isVerbatim ? `${about}\n${text}` : `${about}${indented(text)}`,
    ),
  ].join('\n');
};

const withBody = (
  item: Fields,
  body: string,
  head: string | undefined,
): { readonly about: string; readonly text: string } => {
  const { [body]: text, ...about } = item;
  return {
    about: head === undefined ? JSON.stringify(plain(about)) : oneLine(head),
    text: isPalaceText(text) ? text.palaceText : '',
  };
};

/** A path or a name may hold any character. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
const indented = (text: string): string =>
  text === '' ? '' : `\n${text}`.replace(/\r\n?|[\n\u2028\u2029]/g, '$& ');

const valueOf = ({ items, isSingle }: AnswerList): AnswerValue => (isSingle === true ? items[0] : items);

const structure = (values: Fields, open: string, close: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, field]) =>
      field === undefined ? [] : [[name, mapTexts(field, (text) => `${open}\n${text}\n${close}`, oneLine)]],
    ),
  );

const textsOf = (values: AnswerValue): string[] => {
  const texts: string[] = [];
  mapTexts(values, (text) => {
    texts.push(text);
    return text;
  });
  return texts;
};
