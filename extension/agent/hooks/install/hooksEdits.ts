import type { Node } from 'jsonc-parser';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import type { ListChange } from './hookEntries.ts';
import { childrenEdits, edited, jsonAt, type Edit, type Layout } from './jsonEdits.ts';
import type { JsonObjectText, Span } from './jsonObjectText.ts';

const layoutOf = (text: string): Layout => ({
  newline: text.includes('\r\n') ? '\r\n' : '\n',
  indent: /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ',
});

/** The changes within “hooks”. What others wrote there stays as it is written. */
export const hooksEdits = (
  text: string,
  { members }: JsonObjectText,
  changes: readonly ListChange[],
  name: string,
): readonly Edit[] => {
  const node = members.find(({ key }) => key === 'hooks')?.node;
  if (node === undefined) return [];
  const layout = layoutOf(text);
  const places = new Map(
    changes.map(({ event }) => {
      const at = (node.children ?? []).flatMap(({ children: [key] = [] }, place) =>
        key?.value === event ? [place] : [],
      );
      if (at.length > 1) throw new PalaceError('E_SETTINGS', `${name} has “hooks.${event}” twice.`);
      return [event, at[0]] as const;
    }),
  );
  const gone = changes.flatMap(({ event, isGone }) => (isGone ? [places.get(event) ?? -1] : []));
  const fresh = changes.filter(({ event }) => places.get(event) === undefined);
  return [
    ...childrenEdits(
      text,
      node,
      {
        out: new Set(gone),
        added: fresh.map(({ event, added }) => `${JSON.stringify(event)}: ${jsonAt([added], 2, layout)}`),
      },
      2,
      layout,
    ),
    ...changes.flatMap((change) => {
      const list = node.children?.[places.get(change.event) ?? -1]?.children?.[1];
      return list === undefined || change.isGone ? [] : listEdits(text, list, change, layout);
    }),
  ];
};

const listEdits = (text: string, list: Node, { out, shared, added }: ListChange, layout: Layout): Edit[] => [
  ...childrenEdits(text, list, { out, added: added === null ? [] : [jsonAt(added, 3, layout)] }, 3, layout),
  ...[...shared].flatMap(([at, handlers]) => {
    const within = list.children?.[at]?.children?.findLast(({ children: [key] = [] }) => key?.value === 'hooks')
      ?.children?.[1];
    return within === undefined
      ? []
      : childrenEdits(text, within, { out: new Set(handlers), added: [] }, 5, layout);
  }),
];

/** The text with a new “hooks”; the rest stays as it is. */
export const withMember = (text: string, settings: JsonObjectText, changes: readonly ListChange[]): string => {
  const layout = layoutOf(text);
  const { newline, indent } = layout;
  const hooks = Object.fromEntries(changes.map(({ event, added }) => [event, [added]]));
  const added = `${newline}${indent}"hooks": ${jsonAt(hooks, 1, layout)}`;
  const last = settings.members.at(-1)?.value.end;
  const lastComment = settings.comments.findLast(
    ({ start }) => start < settings.close && start > (last ?? settings.open),
  );
  if (last === undefined)
    return edited(text, [
      { start: lastComment?.end ?? settings.open + 1, end: settings.close, by: `${added}${newline}` },
    ]);
  // A comment after the last member belongs to that member.
  const at = lastComment?.end ?? last;
  return edited(text, [
    { start: last, end: last, by: ',' },
    { start: at, end: at, by: added },
  ]);
};

/** Removes “hooks” with its comma and white space; comments next to it stay. */
export const withoutHooks = (text: string, { members, comments, open, close }: JsonObjectText): string => {
  const at = members.findIndex(({ key }) => key === 'hooks');
  const [previous, member, next] = [members[at - 1], members[at], members[at + 1]];
  if (member === undefined) return text;
  const from = previous?.value.end ?? (next === undefined ? open + 1 : member.keyStart);
  const to = previous !== undefined ? member.value.end : (next?.keyStart ?? close);
  const kept = comments.filter(({ start }) => start >= from && start < to);
  if (kept.length === 0) return edited(text, [{ start: from, end: to, by: '' }]);
  const cuts = [{ start: member.keyStart, end: member.value.end, by: '' }];
  const comma =
    previous !== undefined
      ? commaIn(text, from, kept)
      : next === undefined
        ? null
        : commaIn(text, member.value.end, kept);
  return edited(text, comma === null ? cuts : [...cuts, { start: comma, end: comma + 1, by: '' }]);
};

/** The first comma at or after an offset that is not inside a comment. */
const commaIn = (text: string, from: number, comments: readonly Span[]): number => {
  let at = text.indexOf(',', from);
  for (;;) {
    const around = comments.find(({ start, end }) => start <= at && at < end);
    if (around === undefined) return at;
    at = text.indexOf(',', around.end);
  }
};
