import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { hookEventNames, type HookEvent } from '../hookEvent.ts';

/** What the settings held at an earlier time, and the file that keeps it. */
export interface SettingsBackup {
  readonly file: string;
  readonly text: string;
}

/** The settings without the palace's hooks. */
export interface RemovedHooks {
  /** null if there was no file before the hooks. */
  readonly text: string | null;
  /** Whether this is what was there before them, so that the present file needs no backup. */
  readonly isAsBefore: boolean;
  /** Backups that add nothing to `text`: what is put back, and what differs from it by the palace's hooks alone. */
  readonly useless: readonly string[];
}

const withoutRecall = hookEventNames.filter((event) => event !== 'user-prompt-submit');

/**
 * The events of one installation after the other. Which ones they were is seen after the removal as well: an empty list to which nothing
 * was added stays, and what is added to a list that had no line breaks can leave some.
 */
const installations: readonly (readonly (readonly HookEvent[])[])[] = [
  [withoutRecall],
  [hookEventNames],
  [withoutRecall, hookEventNames],
  [hookEventNames, withoutRecall],
];

/**
 * Removes the palace's hooks so that, if nothing else was changed since they were installed, the settings are as before, byte for byte.
 * What installing changed around the hooks, as an empty “hooks” that was there, is not in the present text, hence the backups
 * (newest first). `withEvents` is {@link withHooks} for this file; its E_SETTINGS about the present text is thrown. Pure.
 */
export const removedHooks = (
  present: string,
  backups: readonly SettingsBackup[],
  withEvents: (text: string, events: readonly HookEvent[]) => string,
): RemovedHooks => {
  const bare = withEvents(present, []);
  if (bare === present) return { text: present, isAsBefore: false, useless: [] };
  const readable = backups.flatMap((backup) => {
    const without = textOrNull(() => withEvents(backup.text, []));
    return without === null ? [] : [{ ...backup, without }];
  });
  const old = readable.find(({ text, without }) => text === without);
  const original = old?.text ?? '';
  const made = installations.map((steps) =>
    textOrNull(() => [...steps, []].reduce((text, events) => withEvents(text, events), original)),
  );
  if (!made.includes(bare)) return { text: bare, isAsBefore: false, useless: [] };
  const useless = readable.filter(
    ({ text, without }) => text === old?.text || (text !== without && made.includes(without)),
  );
  return { text: old?.text ?? null, isAsBefore: true, useless: useless.map(({ file }) => file) };
};

/** null for a backup that is not readable as settings: it stays as it is. */
const textOrNull = (change: () => string): string | null => {
  try {
    return change();
  } catch (thrown) {
    if (thrown instanceof PalaceError) return null;
    throw thrown;
  }
};
