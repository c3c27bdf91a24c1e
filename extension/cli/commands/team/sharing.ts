import type { Command } from 'commander';
import type { TeamExchanged, TeamStatus } from '../../../palace/contract/teamSchemas.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { teamStatusText } from '../../output/teamText.ts';
import { warn } from '../../terminal/output.ts';
import { printAnswer, printSummary } from '../../terminal/print.ts';
import { withProgress } from '../../terminal/progress.ts';
import { typedSecret } from '../../terminal/typedSecret.ts';
import { plural } from '../../../base/text/plural.ts';
import { withPassword } from './withPassword.ts';

interface ShareOptions extends GlobalOptions {
  readonly includeSensitive?: boolean;
}

/** What a member of a team does: `team connect`, `share`, `unshare`, `status`, `pull`, `push`, `leave`. */
export const registerSharing = (team: Command): void => {
  addCommand(team, 'connect <url>')
    .description('connect the palace to a team; this shares nothing yet')
    .addHelpText(
      'after',
      '\nThe password comes from PGPASSWORD or ~/.pgpass, or is asked for. It is not stored.\n\nExample:\n  synapse-palace team connect postgresql://ada@db.example.org/memory',
    )
    .action((url: string, _: unknown, command: Command) => connect(url, optionsOf(command)));
  addCommand(team, 'share <wing>')
    .description('share a wing: the team gets its drawers, and this palace gets the team’s')
    .option(
      '--include-sensitive',
      'share its sensitive drawers, too; everyone who may read the wing can read them',
    )
    .addHelpText('after', '\nExample:\n  synapse-palace team share gateway')
    .action((wing: string, _: unknown, command: Command) => share(wing, optionsOf(command)));
  addCommand(team, 'unshare <wing>')
    .description('stop sharing a wing; what the team has stays there, what came from it stays here')
    .addHelpText('after', '\nExample:\n  synapse-palace team unshare gateway')
    .action((wing: string, _: unknown, command: Command) => unshare(wing, optionsOf(command)));
  addCommand(team, 'status')
    .description('show the team, what is shared, what waits, and who else is there')
    .addHelpText('after', '\nExample:\n  synapse-palace team status --json')
    .action((_: unknown, command: Command) => status(optionsOf(command)));
  addCommand(team, 'pull [wing]')
    .description('fetch what is new; naming a wing that others share takes it into this palace')
    .addHelpText('after', '\nExample:\n  synapse-palace team pull handbook')
    .action((wing: string | undefined, _: unknown, command: Command) => exchange(optionsOf(command), wing));
  addCommand(team, 'push')
    .description('send what waits, and fetch what is new')
    .addHelpText('after', '\nExample:\n  synapse-palace team push')
    .action((_: unknown, command: Command) => exchange(optionsOf(command)));
  addCommand(team, 'leave')
    .description('end the sharing; what the team has stays there, what came from it stays here')
    .addHelpText(
      'after',
      '\nWithout the password (press Enter), the palace leaves and the team is not told.\n\nExample:\n  synapse-palace team leave',
    )
    .action((_: unknown, command: Command) => leave(optionsOf(command)));
};

const connect = async (url: string, options: GlobalOptions): Promise<void> => {
  const ask = (password: string | null): Promise<TeamStatus> =>
    withExistingPalace(options, (api) => api.teamConnect({ url, password }));
  const found = await ask(null).catch(async (thrown: unknown) => {
    if (PalaceError.from(thrown).code !== 'E_TEAM_LOGIN') throw thrown;
    const password = await typedSecret('Password: ');
    if (password === null) throw thrown;
    return ask(password);
  });
  printSummary(options, found, () => `Connected.\n${teamStatusText(found)}`);
};

const share = async (wing: string, options: ShareOptions): Promise<void> => {
  const found = await withProgress(options, () =>
    withExistingPalace(options, (api) =>
      withPassword(api, () =>
        api.teamShare({ wing, ...(options.includeSensitive === true ? { include_sensitive: true } : {}) }),
      ),
    ),
  );
  const mayOnlyRead = found.wings.some(({ wing: name, right }) => name === wing && right === 'reader');
  const done = mayOnlyRead
    ? `${wing} is taken: you may only read it there, so nothing of yours is sent.`
    : `${wing} is shared.`;
  printSummary(options, found, () => `${done}\n${teamStatusText(found)}`);
};

const unshare = async (wing: string, options: GlobalOptions): Promise<void> => {
  const found = await withExistingPalace(options, (api) => api.teamUnshare({ wing }));
  printSummary(
    options,
    found,
    () => `${wing} is no longer shared from here. What was exchanged stays on both sides.`,
  );
};

const status = async (options: GlobalOptions): Promise<void> => {
  const found = await withExistingPalace(options, async (api) => {
    const before = await api.teamStatus({});
    // A problem with the server is part of the status.
    if (before.state !== 'none') await withPassword(api, () => api.teamExchange({})).catch(() => undefined);
    return api.teamStatus({});
  });
  printAnswer(options, found, () => teamStatusText(found));
};

/** What is left out of the exchange, the palace's log says, which is printed. */
const exchange = async (options: GlobalOptions, wing?: string): Promise<void> => {
  const found = await withProgress(options, (onProgress): Promise<TeamExchanged> =>
    withExistingPalace(options, (api) =>
      withPassword(api, () => api.teamExchange(wing === undefined ? {} : { wing }, { onProgress })),
    ),
  );
  printSummary(
    options,
    found,
    () => `Sent: ${plural(found.pushed, 'change')}. Taken: ${plural(found.pulled, 'change')}.`,
  );
};

const leave = async (options: GlobalOptions): Promise<void> => {
  let given: string | null = null;
  const ask = async (question: string): Promise<string | null> => {
    given = (await typedSecret(question)) || null;
    return given;
  };
  const found = await withExistingPalace(options, (api) =>
    withPassword(api, () => api.teamLeave({ demand_login: true }), ask).catch((thrown: unknown) => {
      if (given !== null || PalaceError.from(thrown).code !== 'E_TEAM_LOGIN') throw thrown;
      return api.teamLeave({});
    }),
  );
  for (const warning of found.warnings) warn(`${warning}\n`);
  printSummary(options, found, () => 'The palace no longer has a team. What was exchanged stays on both sides.');
};
