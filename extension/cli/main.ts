#!/usr/bin/env node
import { Command } from 'commander';
import { printable } from '../base/printable.ts';
import { isErrno } from '../base/errno.ts';
import { PalaceError } from '../palace/model/palaceError.ts';
import { programVersion } from '../service/wire/programVersion.ts';
import * as hook from './commands/agents/hook.ts';
import * as mcp from './commands/agents/mcp.ts';
import * as exportCommand from './commands/filing/export.ts';
import * as gitIndex from './commands/filing/gitIndex.ts';
import * as importCommand from './commands/filing/import.ts';
import * as mine from './commands/filing/mine.ts';
import * as link from './commands/links/link.ts';
import * as links from './commands/links/links.ts';
import * as unlink from './commands/links/unlink.ts';
import * as maintain from './commands/memory/maintain.ts';
import * as patterns from './commands/memory/patterns.ts';
import * as resolvePattern from './commands/memory/resolvePattern.ts';
import * as restore from './commands/memory/restore.ts';
import * as sessionContext from './commands/memory/sessionContext.ts';
import * as archive from './commands/notes/archive.ts';
import * as edit from './commands/notes/edit.ts';
import * as erase from './commands/notes/erase.ts';
import * as mark from './commands/notes/mark.ts';
import * as pin from './commands/notes/pin.ts';
import * as save from './commands/notes/save.ts';
import * as tag from './commands/notes/tag.ts';
import * as tags from './commands/notes/tags.ts';
import * as tier from './commands/notes/tier.ts';
import * as closets from './commands/palace/closets.ts';
import * as config from './commands/palace/config.ts';
import * as deleteCommand from './commands/palace/delete.ts';
import * as findings from './commands/palace/findings.ts';
import * as rebuildEmbeddings from './commands/palace/rebuildEmbeddings.ts';
import * as repair from './commands/palace/repair.ts';
import * as scan from './commands/palace/scan.ts';
import * as showProfile from './commands/palace/showProfile.ts';
import * as status from './commands/palace/status.ts';
import * as verify from './commands/palace/verify.ts';
import * as compact from './commands/plans/compact.ts';
import * as consolidate from './commands/plans/consolidate.ts';
import * as list from './commands/search/list.ts';
import * as replay from './commands/search/replay.ts';
import * as search from './commands/search/search.ts';
import * as show from './commands/search/show.ts';
import * as similar from './commands/search/similar.ts';
import * as whyNot from './commands/search/whyNot.ts';
import { warn } from './terminal/output.ts';

/** Every command, in the order of `--help`. Each registers itself. */
const commands: readonly { readonly register: (program: Command) => void }[] = [
  mine,
  gitIndex,
  search,
  whyNot,
  replay,
  similar,
  show,
  list,
  link,
  unlink,
  links,
  importCommand,
  exportCommand,
  findings,
  save,
  edit,
  tag,
  tags,
  pin,
  tier,
  archive,
  erase,
  mark,
  maintain,
  restore,
  patterns,
  resolvePattern,
  sessionContext,
  compact,
  consolidate,
  status,
  showProfile,
  config,
  rebuildEmbeddings,
  closets,
  scan,
  verify,
  repair,
  deleteCommand,
  mcp,
  hook,
];

const program = new Command('synapse-palace')
  .description(
    'A memory for your workspace that you can inspect: local, verbatim, searched by words and meaning, with every ranking explained.',
  )
  .option(
    '--palace <dir>',
    'the palace’s folder (default: $SYNAPSE_PALACE_HOME, else that of the workspace around the current folder)',
  )
  .option('--json', 'one JSON document on stdout')
  .option('--quiet', 'no progress, no summary')
  .version(programVersion, '--version')
  .configureOutput({ outputError: (text, write) => write(printable(text.replace(/^error: /, ''))) })
  .exitOverride()
  .showHelpAfterError('(--help shows the options)');

for (const { register } of commands) register(program);

// A reader such as “| head” may close the pipe early, which is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (!isErrno(error, 'EPIPE')) throw error;
  });
}

try {
  await program.parseAsync();
} catch (thrown) {
  // Commander's own exit: it has already shown the help (0) or the usage error.
  if (
    thrown instanceof Error &&
    'exitCode' in thrown &&
    'code' in thrown &&
    String(thrown.code).startsWith('commander.')
  ) {
    process.exitCode = thrown.exitCode === 0 ? 0 : 2;
  } else {
    const error = PalaceError.from(thrown);
    warn(`${error.message.replace(/[.\s]*$/, '.')} ${error.remedy} (${error.code})\n`);
    process.exitCode =
      error.code === 'E_USAGE' || error.code.startsWith('E_QUERY_') || error.code.startsWith('E_PROFILE_') ? 2 : 1;
  }
}
