import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { PalaceError } from '../../../palace/model/palaceError.ts';
import { hookEventNames, hookEvents, type HookEvent } from '../hookEvent.ts';
import { isHookCommandLine } from './hookCommandLine.ts';
import { jsonSpans, type JsonObjectText } from './jsonSpans.ts';

const handlerSchema = z.looseObject({ command: z.string().optional().catch(undefined) });
const groupSchema = z.looseObject({ hooks: z.array(z.unknown()) });
const hooksSchema = z.record(z.string(), z.unknown());
type Hooks = Record<string, unknown>;

/** Seconds that the agent waits for a hook, which ends itself before. */
const timeout = 5;
const matchers: Readonly<Partial<Record<HookEvent, string>>> = {
  'session-start': 'startup|resume|clear|compact',
  'pre-compact': 'manual|auto',
};

/**
 * Claude Code's settings with the hooks of these events, each once, and without the palace's others. All that stands beside
 * them, other programs' hooks included, stays as it is written. Throws E_SETTINGS on a text that is no JSON object, naming
 * the line, or where hooks stand in another form than Claude Code reads. Pure.
 */
export const withHooks = (
  text: string,
  events: readonly HookEvent[],
  commandOf: (event: HookEvent) => string,
  name = 'The settings',
): string => {
  const bare = text.replace(/^\ufeff/, '');
  if (bare.trim() === '') return events.length === 0 ? text : withHooks('{}\n', events, commandOf, name);
  const spans = spansOf(bare, name);
  const before = hooksOf(bare, spans, name);
  const after = changed(before ?? {}, events, commandOf, name);
  if (isDeepStrictEqual(before ?? {}, after)) return text;
  return `${text.startsWith('\ufeff') ? '\ufeff' : ''}${withMember(bare, spans, Object.keys(after).length === 0 ? null : after)}`;
};

const spansOf = (text: string, name: string): JsonObjectText => {
  const spans = jsonSpans(text);
  if ('problem' in spans)
    throw new PalaceError('E_SETTINGS', `${name} is no valid JSON: line ${spans.line}: ${spans.problem}.`);
  if (spans.members.filter(({ key }) => key === 'hooks').length > 1)
    throw new PalaceError('E_SETTINGS', `${name} has “hooks” twice.`);
  return spans;
};

const hooksOf = (text: string, { members }: JsonObjectText, name: string): Hooks | null => {
  const member = members.find(({ key }) => key === 'hooks');
  if (member === undefined) return null;
  const hooks = hooksSchema.safeParse(JSON.parse(text.slice(member.valueStart, member.valueEnd)));
  if (!hooks.success) throw new PalaceError('E_SETTINGS', `In ${name}, “hooks” is no object.`);
  return hooks.data;
};

const changed = (
  hooks: Hooks,
  events: readonly HookEvent[],
  commandOf: (event: HookEvent) => string,
  file: string,
): Hooks => {
  const result: Hooks = { ...hooks };
  for (const event of hookEventNames) {
    const name = hookEvents[event];
    const groups = result[name] ?? [];
    if (!Array.isArray(groups)) throw new PalaceError('E_SETTINGS', `In ${file}, “hooks.${name}” is no list.`);
    const wanted = events.includes(event) ? groupOf(event, commandOf(event)) : null;
    const others = withoutOurs(groups, wanted);
    if (others.length > 0) result[name] = others;
    // A list that was empty before is somebody's own.
    else if (groups.length > 0) delete result[name];
  }
  return result;
};

const groupOf = (event: HookEvent, command: string): object => {
  const matcher = matchers[event];
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [{ type: 'command', command, timeout }] };
};

/** The groups of others, and ours where it stands, or at the end. */
const withoutOurs = (groups: readonly unknown[], wanted: object | null): unknown[] => {
  let isThere = false;
  const kept = groups.flatMap((group) => {
    if (wanted !== null && !isThere && isDeepStrictEqual(group, wanted)) return ((isThere = true), [group]);
    const { data } = groupSchema.safeParse(group);
    if (data === undefined) return [group];
    const handlers = data.hooks.filter(
      (handler) => !isHookCommandLine(handlerSchema.safeParse(handler).data?.command ?? ''),
    );
    if (handlers.length === data.hooks.length) return [group];
    return handlers.length === 0 ? [] : [{ ...data, hooks: handlers }];
  });
  return wanted === null || isThere ? kept : [...kept, wanted];
};

/** The text with “hooks” set, or taken out; every other byte stays. */
const withMember = (text: string, { members, open, close }: JsonObjectText, hooks: Hooks | null): string => {
  const at = members.findIndex(({ key }) => key === 'hooks');
  const member = members[at];
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /[\r\n]([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const value = JSON.stringify(hooks, null, indent).replaceAll('\n', `${newline}${indent}`);
  if (member === undefined) {
    const last = members.at(-1)?.valueEnd;
    return last === undefined
      ? `${text.slice(0, open + 1)}${newline}${indent}"hooks": ${value}${newline}${text.slice(close)}`
      : `${text.slice(0, last)},${newline}${indent}"hooks": ${value}${text.slice(last)}`;
  }
  if (hooks !== null) return `${text.slice(0, member.valueStart)}${value}${text.slice(member.valueEnd)}`;
  const [previous, next] = [members[at - 1], members[at + 1]];
  if (previous !== undefined) return `${text.slice(0, previous.valueEnd)}${text.slice(member.valueEnd)}`;
  if (next !== undefined) return `${text.slice(0, member.keyStart)}${text.slice(next.keyStart)}`;
  return `${text.slice(0, open + 1)}${text.slice(close)}`;
};
