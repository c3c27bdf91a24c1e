import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { TeamKeys } from './teamKeys.ts';

/** What is needed to log in to a team's server. */
export interface Login {
  /** Without the password. */
  readonly url: string;
  /** A password that the person has given already. */
  readonly given?: string;
  readonly keys: TeamKeys;
  /** The server has refused to do it without a password from here. */
  readonly isRefused?: boolean;
  /** Whether the server has taken the password, although what came after it failed. By default: it is not known to have. */
  readonly isTaken?: () => PromiseLike<boolean>;
  /** Asks for the password; `refusal` is what the server said to the one before, null if none was tried. Undefined: given up. */
  readonly ask: (refusal: PalaceError | null) => PromiseLike<string | undefined>;
}

/**
 * Does what needs the server, with the password that was given or is kept, or without one unless that was refused. As long as
 * the server refuses it, the person is asked for another. One that is accepted is kept. Rejects with E_CANCELLED if the
 * person gives up, and with what `work` rejects with otherwise.
 */
export const withPassword = async <T>(
  { url, given, keys, isRefused = false, isTaken = () => Promise.resolve(false), ask }: Login,
  work: (password: string | null) => Promise<T>,
): Promise<T> => {
  const another = async (refusal: PalaceError | null): Promise<string> => {
    const answer = await ask(refusal);
    if (answer === undefined) throw new PalaceError('E_CANCELLED', 'No password was given.');
    return answer;
  };
  const kept = await keys.get(url);
  const keep = async (taken: string | null): Promise<void> => {
    if (taken !== null && taken !== kept) await keys.keep(url, taken);
  };
  let password = given ?? kept ?? (isRefused ? await another(null) : null);
  for (;;) {
    try {
      const done = await work(password);
      await keep(password);
      return done;
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      if (error.code !== 'E_TEAM_LOGIN') {
        if (await isTaken()) await keep(password);
        throw thrown;
      }
      password = await another(password === null ? null : error);
    }
  }
};

/** A team's address as it was typed, and the password if it was in it. Other text is left as it is: the palace says what is wrong. */
export const splitAddress = (typed: string): { readonly url: string; readonly given?: string } => {
  const text = typed.trim();
  try {
    const url = new URL(text);
    if (url.password === '') return { url: url.href };
    const given = decodeURIComponent(url.password);
    url.password = '';
    return { url: url.href, given };
  } catch {
    return { url: text };
  }
};
