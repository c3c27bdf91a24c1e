import { isDeepStrictEqual } from 'node:util';
import { stripComments } from 'jsonc-parser';
import * as z from 'zod';
import { PalaceError } from '../../../palace/model/palaceError.ts';
import { hookAgents, type HookAgentName } from '../hookAgents.ts';
import { hookEventNames, type HookEvent } from '../hookEvent.ts';
import { isHookCommandLine } from './hookCommandLine.ts';
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
  /** An entry without the palace's hooks, as a list; empty if nothing is left. */
  readonly withoutOurs: (entry: unknown) => readonly unknown[];
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
  withoutOurs: (group) => {
    const { data } = groupSchema.safeParse(group);
    if (data === undefined) return [group];
    const others = data.hooks.filter((handler) => !isOurs(handler));
    if (others.length === data.hooks.length) return [group];
    return others.length === 0 ? [] : [{ ...data, hooks: others }];
  },
};

/** Cursor: a list of handlers, in a file that names its version. */
const handlers: SettingsForm = {
  empty: '{\n  "version": 1\n}\n',
  entryOf: (_, command) => ({ command, timeout }),
  withoutOurs: (handler) => (isOurs(handler) ? [] : [handler]),
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
  const after = changed(before ?? {}, events, commandOf, name, agent);
  if (isDeepStrictEqual(before ?? {}, after)) return text;
  keepComments(bare, settings, name);
  return `${text.startsWith('\ufeff') ? '\ufeff' : ''}${withMember(bare, settings, Object.keys(after).length === 0 ? null : after)}`;
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

const changed = (
  hooks: Hooks,
  events: readonly HookEvent[],
  commandOf: (event: HookEvent) => string,
  file: string,
  agent: HookAgentName,
): Hooks => {
  const result: Hooks = { ...hooks };
  for (const event of hookEventNames) {
    const name = hookAgents[agent].events[event];
    if (name === undefined) continue;
    const entries = result[name] ?? [];
    if (!Array.isArray(entries)) throw new PalaceError('E_SETTINGS', `In ${file}, “hooks.${name}” is not a list.`);
    const wanted = events.includes(event) ? forms[agent].entryOf(event, commandOf(event)) : null;
    const others = withWanted(entries, wanted, forms[agent]);
    if (others.length > 0) result[name] = others;
    // A list that was already empty is not the palace's.
    else if (entries.length > 0) delete result[name];
  }
  return result;
};

/** The entries without the palace's hooks, except the wanted one: in its place if it is there, else at the end. */
const withWanted = (entries: readonly unknown[], wanted: object | null, form: SettingsForm): unknown[] => {
  let isThere = false;
  const kept = entries.flatMap((entry) => {
    if (wanted !== null && !isThere && isDeepStrictEqual(entry, wanted)) return ((isThere = true), [entry]);
    return form.withoutOurs(entry);
  });
  return wanted === null || isThere ? kept : [...kept, wanted];
};

/** The text with “hooks” set or removed; the rest stays as it is. */
const withMember = (text: string, settings: JsonObjectText, hooks: Hooks | null): string => {
  const member = settings.members.find(({ key }) => key === 'hooks');
  if (hooks === null) return withoutHooks(text, settings);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const value = JSON.stringify(hooks, null, indent).replaceAll('\n', `${newline}${indent}`);
  if (member !== undefined) return replaced(text, [{ ...member.value, by: value }]);
  const added = `${newline}${indent}"hooks": ${value}`;
  const last = settings.members.at(-1)?.value.end;
  const lastComment = settings.comments.findLast(
    ({ start }) => start < settings.close && start > (last ?? settings.open),
  );
  if (last === undefined)
    return replaced(text, [
      { start: lastComment?.end ?? settings.open + 1, end: settings.close, by: `${added}${newline}` },
    ]);
  // A comment after the last member belongs to that member.
  const at = lastComment?.end ?? last;
  return replaced(text, [
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
  if (kept.length === 0) return replaced(text, [{ start: from, end: to, by: '' }]);
  const cuts = [{ start: member.keyStart, end: member.value.end, by: '' }];
  const comma =
    previous !== undefined
      ? commaIn(text, from, kept)
      : next === undefined
        ? null
        : commaIn(text, member.value.end, kept);
  return replaced(text, comma === null ? cuts : [...cuts, { start: comma, end: comma + 1, by: '' }]);
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

/** Applies edits to a text. Edits at the same place keep their order. */
const replaced = (text: string, edits: readonly (Span & { readonly by: string })[]): string => {
  let result = '';
  let at = 0;
  for (const { start, end, by } of edits.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start) + by;
    at = end;
  }
  return result + text.slice(at);
};
