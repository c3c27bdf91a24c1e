import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { hookAgents, type HookAgentName } from '../hookAgents.ts';
import { hookEventNames, type HookEvent } from '../hookEvent.ts';
import { isHookCommandLine } from './hookCommandLine.ts';

const handlerSchema = z.looseObject({ command: z.string().optional().catch(undefined) });
const groupSchema = z.looseObject({ hooks: z.array(z.unknown()) });

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

/** The content of an agent's new settings. */
export const emptySettings = (agent: HookAgentName): string => forms[agent].empty;

/** What changes in one event's list. */
export interface ListChange {
  /** The agent's name of the event. */
  readonly event: string;
  /** Places of the palace's entries that go; those of handlers that go from an entry that others share. */
  readonly out: ReadonlySet<number>;
  readonly shared: ReadonlyMap<number, readonly number[]>;
  readonly added: object | null;
  /** Whether the list goes, because nothing is left in it. */
  readonly isGone: boolean;
}

/** The changes after which the lists hold one hook of the palace per given event. Throws E_SETTINGS if one is not a list. */
export const listChanges = (
  hooks: Readonly<Record<string, unknown>>,
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
