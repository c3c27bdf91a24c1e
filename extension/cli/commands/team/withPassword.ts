import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { typedSecret } from '../../terminal/typedSecret.ts';

/**
 * Runs a call that needs the team's server. If the server refuses the login, asks for the password and runs the call again with it;
 * without a terminal to ask on, throws what was thrown. The palace keeps the password in memory while it is open.
 */
export const withPassword = async <T>(
  api: Pick<PalaceApi, 'teamUnlock'>,
  call: () => Promise<T>,
  ask = typedSecret,
): Promise<T> => {
  try {
    return await call();
  } catch (thrown) {
    if (PalaceError.from(thrown).code !== 'E_TEAM_LOGIN') throw thrown;
    const password = await ask('Password: ');
    if (password === null) throw thrown;
    await api.teamUnlock({ password });
    return call();
  }
};
