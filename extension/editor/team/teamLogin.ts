import * as vscode from 'vscode';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { TeamStatus } from '../../palace/contract/teamSchemas.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { TeamKeys } from './teamKeys.ts';
import type { TeamWatch } from './teamWatch.ts';
import { splitAddress, withPassword, type Login } from './withPassword.ts';

/** What the commands about the team need. */
export interface TeamDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly team: TeamWatch;
  readonly keys: TeamKeys;
}

/** Asks for the team's address, and for the password if the server wants one. Resolves with undefined if the person cancelled. */
export const connectTeam = async (dependencies: TeamDependencies): Promise<TeamStatus | undefined> => {
  const { session, localiser, team } = dependencies;
  const { t } = localiser;
  const typed = await vscode.window.showInputBox({
    title: t('Connect with a Team'),
    prompt: t('The address that the team’s administrator gave you. Nothing is shared by connecting.'),
    placeHolder: 'postgresql://ada@db.example.org/memory',
    ignoreFocusOut: true,
  });
  if (typed === undefined || typed.trim() === '') return undefined;
  const address = splitAddress(typed);
  const api = await session.api();
  const hasTeam = async (): Promise<boolean> => (await api.teamStatus({})).url !== null;
  const hadTeam = await hasTeam();
  // A palace that has a team now has logged in, whatever became of the first exchange.
  const isTaken = async (): Promise<boolean> => !hadTeam && (await hasTeam().catch(() => false));
  try {
    return await withPassword<TeamStatus>(
      { ...loginAt(address.url, dependencies, address.given), isTaken },
      (password) =>
        inStatusBar(t('Connecting with the team'), () => api.teamConnect({ url: address.url, password })),
    );
  } finally {
    await team.read();
  }
};

/** Does what needs the server; if it refuses the login, asks for the password and does it again. */
export const atServer = async <T>(
  title: string,
  dependencies: TeamDependencies,
  work: (api: PalaceApi) => Promise<T>,
): Promise<T> => {
  const { session, team } = dependencies;
  const api = await session.api();
  const run = (): Promise<T> => inStatusBar(title, () => work(api));
  try {
    return await run();
  } catch (thrown) {
    const { url } = await api.teamStatus({});
    if (PalaceError.from(thrown).code !== 'E_TEAM_LOGIN' || url === null) throw thrown;
    return await withPassword({ ...loginAt(url, dependencies), isRefused: true }, async (password) => {
      if (password !== null) await api.teamUnlock({ password });
      return run();
    });
  } finally {
    await team.read();
  }
};

const inStatusBar = async <T>(title: string, work: () => Promise<T>): Promise<T> =>
  vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, work);

const loginAt = (url: string, { keys, localiser }: TeamDependencies, given?: string): Login => ({
  url,
  keys,
  ...(given === undefined ? {} : { given }),
  ask: (refusal) =>
    vscode.window.showInputBox({
      title: localiser.t('Password of the Team'),
      prompt:
        refusal === null
          ? localiser.t('For {0}. It is kept in the editor’s secret storage.', url)
          : localisedError(refusal, localiser).message,
      password: true,
      ignoreFocusOut: true,
    }),
});
