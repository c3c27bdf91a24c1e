import { Option, type Command } from 'commander';
import { errorText } from '../../../palace/model/errors/errorText.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { openTeamAdmin } from '../../../service/team/openTeam.ts';
import type { WingRight } from '../../../service/team/teamAdmin.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { namedBy } from '../../options/named.ts';
import { warn } from '../../terminal/output.ts';
import { printAnswer, printSummary } from '../../terminal/print.ts';

interface TeamOptions extends GlobalOptions {
  readonly team: string;
}
interface AdministrationOptions extends TeamOptions {
  readonly server: string;
}
interface WingOptions extends AdministrationOptions {
  readonly wing: string;
}
interface InviteOptions extends WingOptions {
  readonly reader?: boolean;
  readonly writer?: boolean;
  readonly owner?: boolean;
}

const example = 'postgresql://admin@db.example.org/memory';

/** What an administrator of the server does: `team setup`, `invite`, `revoke`, `members`, `remove-member`. */
export const registerAdministration = (team: Command): void => {
  const ofTeam = () =>
    new Option('--team <name>', 'name of the team').argParser(namedBy('--team')).default('team');
  const onServer = () =>
    new Option('--server <url>', 'the database, with a login that may create roles')
      .argParser(namedBy('--server'))
      .env('SYNAPSE_TEAM_SERVER')
      .makeOptionMandatory();

  addCommand(team, 'setup <url>')
    .description('prepare a database for a team, or bring it up to date; can be repeated safely')
    .addOption(ofTeam())
    .addHelpText('after', `\n${passwords}\n\nExample:\n  synapse-palace team setup ${example} --team web`)
    .action((url: string, _: unknown, command: Command) => setup(url, optionsOf(command)));

  addCommand(team, 'invite <name>')
    .description('give someone a right to a wing; a new member gets a login, which is shown once')
    .addOption(ofTeam())
    .addOption(onServer())
    .requiredOption('--wing <wing>', 'the wing; it is created if the team has none of that name')
    .option('--reader', 'may read the wing')
    .option('--writer', 'may also write to it')
    .option('--owner', 'may also decide whether it takes sensitive drawers')
    .addHelpText(
      'after',
      `\n${passwords}\n\nExample:\n  synapse-palace team invite ada --team web --wing docs --writer --server ${example}`,
    )
    .action((name: string, _: unknown, command: Command) => invite(name, optionsOf(command)));

  addCommand(team, 'revoke <name>')
    .description('take someone’s right to one wing away; they stay a member, and keep what their palaces have')
    .addOption(ofTeam())
    .addOption(onServer())
    .requiredOption('--wing <wing>', 'the wing', namedBy('--wing'))
    .addHelpText(
      'after',
      `\nTo change a right, invite again with another one.\n\nExample:\n  synapse-palace team revoke ada --team web --wing docs --server ${example}`,
    )
    .action((name: string, _: unknown, command: Command) => revoke(name, optionsOf(command)));

  addCommand(team, 'members')
    .description('list the members of a database’s teams and their rights')
    .addOption(onServer())
    .addHelpText('after', `\nExample:\n  synapse-palace team members --server ${example}`)
    .action((_: unknown, command: Command) => members(optionsOf(command)));

  addCommand(team, 'remove-member <name>')
    .description('remove someone’s login and rights; what they filed stays under their name')
    .addOption(ofTeam())
    .addOption(onServer())
    .addHelpText('after', `\nExample:\n  synapse-palace team remove-member ada --team web --server ${example}`)
    .action((name: string, _: unknown, command: Command) => removeMember(name, optionsOf(command)));
};

const passwords = 'The administrator’s password comes from the URL, PGPASSWORD or ~/.pgpass.';

const setup = async (url: string, options: TeamOptions): Promise<void> => {
  await (await openTeamAdmin(url)).setup(options.team);
  printSummary(
    options,
    { team: options.team },
    () => `The team ${options.team} is ready. Invite its members with “team invite”.`,
  );
};

const invite = async (name: string, options: InviteOptions): Promise<void> => {
  const right = rightOf(options);
  const admin = await openTeamAdmin(options.server);
  const { url, password, isOwnerless } = await admin.invite(options.team, name, options.wing, right);
  printAnswer(options, { member: name, wing: options.wing, right, url, password }, () =>
    [
      `${name} is ${right} of ${options.wing}.`,
      ...(password === null
        ? []
        : [
            `Send them these by separate channels; the password is shown only this once:`,
            `  synapse-palace team connect '${url}'`,
            `  password: ${password}`,
          ]),
    ].join('\n'),
  );
  if (isOwnerless) warnOwnerless(options.wing);
};

/** On stderr, with `--json` and `--quiet`, too. */
const warnOwnerless = (wing: string): void =>
  warn(
    `warn: ${wing} has no owner any more: nobody can decide whether it takes sensitive drawers. “team invite NAME --wing WING --owner” appoints one.\n`,
  );

const rightOf = (options: InviteOptions): WingRight => {
  const [right, ...more] = (['reader', 'writer', 'owner'] as const).filter((name) => options[name] === true);
  if (right !== undefined && more.length === 0) return right;
  throw new PalaceError('E_USAGE', errorText`Say what they may do: --reader, --writer or --owner.`);
};

const members = async (options: AdministrationOptions): Promise<void> => {
  const found = await (await openTeamAdmin(options.server)).members();
  printAnswer(options, { members: found }, () =>
    found.length === 0
      ? 'There are no members yet. “team invite” adds one.'
      : found
          .map(
            ({ team, name, role, wings }) =>
              `${team}: ${name} (login ${role}) · ${wings.map(({ wing, right }) => `${right} of ${wing}`).join(', ') || 'no wing'}`,
          )
          .join('\n'),
  );
};

const revoke = async (name: string, options: WingOptions): Promise<void> => {
  const { team, wing, server } = options;
  const isOwnerless = await (await openTeamAdmin(server)).revoke(team, name, wing);
  printSummary(options, { member: name, wing, right: null }, () => `${name} has no right to ${wing} any more.`);
  if (isOwnerless) warnOwnerless(wing);
};

const removeMember = async (name: string, options: AdministrationOptions): Promise<void> => {
  const ownerless = await (await openTeamAdmin(options.server)).removeMember(options.team, name);
  printSummary(options, { removed: name }, () => `${name} is no longer a member of ${options.team}.`);
  for (const wing of ownerless) warnOwnerless(wing);
};
