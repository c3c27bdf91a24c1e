import { stripComments } from 'jsonc-parser';
import * as z from 'zod';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import type { HookAgentName } from '../hookAgents.ts';
import type { HookEvent } from '../hookEvent.ts';
import { emptySettings, listChanges } from './hookEntries.ts';
import { hooksEdits, withMember, withoutHooks } from './hooksEdits.ts';
import { edited } from './jsonEdits.ts';
import { jsonObjectText, type JsonObjectText } from './jsonObjectText.ts';

const hooksSchema = z.record(z.string(), z.unknown());
type Hooks = Record<string, unknown>;

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
    return events.length === 0 ? text : withHooks(emptySettings(agent), events, commandOf, name, agent);
  const settings = parsed(bare, name);
  const before = hooksOf(bare, settings, name);
  const changes = listChanges(before ?? {}, events, commandOf, name, agent);
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
