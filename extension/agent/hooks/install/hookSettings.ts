import { isDeepStrictEqual } from 'node:util';
import { stripComments, type Node } from 'jsonc-parser';
import * as z from 'zod';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { hookAgents, type HookAgentName } from '../hookAgents.ts';
import { hookEventNames, type HookEvent } from '../hookEvent.ts';
import { isHookCommandLine } from './hookCommandLine.ts';
import { childrenEdits, edited, jsonAt, type Edit, type Layout } from './jsonEdits.ts';
import { jsonObjectText, type JsonObjectText, type Span } from './jsonObjectText.ts';

const handlerSchema = z.looseObject({ command: z.string().optional().catch(undefined) });
const groupSchema = z.looseObject({ hooks: z.array(z.unknown()) });
const hooksSchema = z.record(z.string(), z.unknown());
type Hooks = Record<string, unknown>;

/** Seconds that the agent waits for a hook. The hook ends itself before that. */
const timeout = 5;
const matchers: Readonly<Partial<Record<HookEvent, string>>> = {
  'session-start': 'startup|resume|clear|compact',
  'pre-compact': 'manual|auto',
};

/** How an agent's settings hold hooks. */
interface SettingsForm {
  /** The content of a new file. */
  readonly empty: string;
  readonly entryOf: (event: HookEvent, command: string) => object;
  /** Whether an entry is the palace's; a list of places: only these of its handlers are. */
  readonly ours: (entry: unknown) => boolean | readonly number[];
}

const isOurs = (handler: unknown): boolean =>
  isHookCommandLine(handlerSchema.safeParse(handler).data?.command ?? '');

/** Claude Code and Codex: a list of groups, each with a matcher and its handlers. */
const groups: SettingsForm = {
  empty: '{}\n',
  entryOf: (event, command) => {
    const matcher = matchers[event];
    return { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command, timeout }] };
  },
  ours: (group) => {
    const { hooks = [] } = groupSchema.safeParse(group).data ?? {};
    const places = hooks.flatMap((handler, at) => (isOurs(handler) ? [at] : []));
    return places.length === 0 ? false : places.length === hooks.length || places;
  },
};

/** Cursor: a list of handlers, in a file that names its version. */
const handlers: SettingsForm = {
  empty: '{\n  "version": 1\n}\n',
  entryOf: (_, command) => ({ command, timeout }),
  ours: isOurs,
};

const forms: Readonly<Record<HookAgentName, SettingsForm>> = { claude: groups, codex: groups, cursor: handlers };

/**
 * Returns an agent's settings with one hook per given event and no other hooks of the palace. Other programs' hooks,
 * comments and layout stay as they are written. Throws E_SETTINGS if the text is not a JSON object (with the line), if the hooks
 * have a form that the agent does not read, or if a comment would be lost. Pure.
 */
export const withHooks = (
  text: string,
  events: readonly HookEvent[],
  commandOf: (event: HookEvent) => string,
  name = 'The settings',
  agent: HookAgentName = 'claude',
): string => {
  const bare = text.replace(/^\ufeff/, '');
  if (bare.trim() === '')
    return events.length === 0 ? text : withHooks(forms[agent].empty, events, commandOf, name, agent);
  const settings = parsed(bare, name);
  const before = hooksOf(bare, settings, name);
  const changes = changesOf(before ?? {}, events, commandOf, name, agent);
  if (changes.length === 0) return text;
  keepComments(bare, settings, name);
  const lists = settings.members.find(({ key }) => key === 'hooks')?.node.children ?? [];
  const isLeft = changes.some(({ isGone }) => !isGone) || lists.length > changes.length;
  const after =
    before === null
      ? withMember(bare, settings, changes)
      : isLeft
        ? edited(bare, hooksEdits(bare, settings, changes, name))
        : withoutHooks(bare, settings);
  return `${text.startsWith('\ufeff') ? '\ufeff' : ''}${after}`;
};

const parsed = (text: string, name: string): JsonObjectText => {
  const settings = jsonObjectText(text);
  if ('problem' in settings)
    throw new PalaceError('E_SETTINGS', `${name} is not valid JSON: line ${settings.line}: ${settings.problem}.`);
  if (settings.members.filter(({ key }) => key === 'hooks').length > 1)
    throw new PalaceError('E_SETTINGS', `${name} has “hooks” twice.`);
  return settings;
};

const hooksOf = (text: string, { members }: JsonObjectText, name: string): Hooks | null => {
  const member = members.find(({ key }) => key === 'hooks');
  if (member === undefined) return null;
  const value: unknown = JSON.parse(stripComments(text.slice(member.value.start, member.value.end)));
  const hooks = hooksSchema.safeParse(value);
  if (!hooks.success) throw new PalaceError('E_SETTINGS', `In ${name}, “hooks” is not an object.`);
  return hooks.data;
};

/** Throws E_SETTINGS if “hooks” has a comment inside it, which would be lost: all of “hooks” is rewritten. */
const keepComments = (text: string, { members, comments }: JsonObjectText, name: string): void => {
  const hooks = members.find(({ key }) => key === 'hooks');
  const lost = comments.find(
    ({ start }) => hooks !== undefined && start > hooks.keyStart && start < hooks.value.end,
  );
  if (lost === undefined) return;
  throw new PalaceError(
    'E_SETTINGS',
    `In ${name}, “hooks” has a comment in line ${text.slice(0, lost.start).split('\n').length}, which the change would lose.`,
    { remedy: 'Move the comment out of “hooks” and run it again; nothing was written.' },
  );
};

/** What changes in one event's list. */
interface ListChange {
  /** The agent's name of the event. */
  readonly event: string;
  /** Places of the palace's entries that go; those of handlers that go from an entry that others share. */
  readonly out: ReadonlySet<number>;
  readonly shared: ReadonlyMap<number, readonly number[]>;
  readonly added: object | null;
  /** Whether the list goes, because nothing is left in it. */
  readonly isGone: boolean;
}

const changesOf = (
  hooks: Hooks,
  events: readonly HookEvent[],
  commandOf: (event: HookEvent) => string,
  file: string,
  agent: HookAgentName,
): readonly ListChange[] =>
  hookEventNames.flatMap((event) => {
    const name = hookAgents[agent].events[event];
    if (name === undefined) return [];
    const entries = Object.hasOwn(hooks, name) ? hooks[name] : [];
    if (!Array.isArray(entries)) throw new PalaceError('E_SETTINGS', `In ${file}, “hooks.${name}” is not a list.`);
    const wanted = events.includes(event) ? forms[agent].entryOf(event, commandOf(event)) : null;
    const change = listChange(name, entries, wanted, forms[agent]);
    return change.out.size + change.shared.size === 0 && change.added === null ? [] : [change];
  });

/** The palace's entries go, except the wanted one if it is there; else that one comes at the end. */
const listChange = (
  event: string,
  entries: readonly unknown[],
  wanted: object | null,
  { ours }: SettingsForm,
): ListChange => {
  const [out, shared] = [new Set<number>(), new Map<number, readonly number[]>()];
  const there = wanted === null ? -1 : entries.findIndex((entry) => isDeepStrictEqual(entry, wanted));
  for (const [at, entry] of entries.entries()) {
    const found = at === there ? false : ours(entry);
    if (found === true) out.add(at);
    else if (found !== false) shared.set(at, found);
  }
  const added = there < 0 ? wanted : null;
  return { event, out, shared, added, isGone: added === null && out.size === entries.length };
};

const layoutOf = (text: string): Layout => ({
  newline: text.includes('\r\n') ? '\r\n' : '\n',
  indent: /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ',
});

/** The changes within “hooks”. What others wrote there stays as it is written. */
const hooksEdits = (
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
const withMember = (text: string, settings: JsonObjectText, changes: readonly ListChange[]): string => {
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
const withoutHooks = (text: string, { members, comments, open, close }: JsonObjectText): string => {
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
