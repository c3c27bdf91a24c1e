import path from 'node:path';
import type { GitProgram } from './gitProgram.ts';

/*
 * Keeps a repository's own configuration, attributes and hooks from running anything. The list comes from 82 hostile
 * repositories and a record of what ran in them (test/fixtures/git). Without each line, something ran, hung or changed
 * the output. Filters can't be switched off, so no command that looks at the work tree may ever be used.
 */

/** Options of git itself, before the subcommand. */
export const hardenedOptions = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...[
    // Files that would be read wherever they are, endless ones included.
    'core.attributesFile=/dev/null',
    'core.excludesFile=/dev/null',
    'mailmap.file=/dev/null',
    // What a comparison may cost, and that it comes out the same everywhere.
    'core.bigFileThreshold=128m',
    'core.deltaBaseCacheLimit=96m',
    'diff.renameLimit=1000',
    'diff.algorithm=default',
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.pager=cat',
    'core.sshCommand=false',
    'core.askPass=',
    'credential.helper=',
    'gpg.program=false',
    'gpg.ssh.program=false',
    'gpg.x509.program=false',
    'log.showSignature=false',
    'log.mailmap=false',
    'log.showRoot=true',
    'log.follow=false',
    'color.ui=false',
    'core.quotePath=false',
    'diff.ignoreSubmodules=all',
    'i18n.logOutputEncoding=UTF-8',
    'protocol.allow=never',
    'safe.bareRepository=explicit',
    'submodule.recurse=false',
  ].flatMap((setting) => ['-c', setting]),
] as const;

/** Variables that the platform needs to start a program. */
const kept = [
  'HOME',
  'USERPROFILE',
  'HOMEDRIVE',
  'HOMEPATH',
  'SystemRoot',
  'SYSTEMROOT',
  'windir',
  'TMPDIR',
  'TEMP',
  'TMP',
] as const;

/**
 * The complete environment of git. It inherits only what the platform needs. Variables of the parent process such as
 * GIT_DIR, GIT_CONFIG_COUNT or GIT_EXTERNAL_DIFF would undo the protection.
 * @param ceiling folder above which no repository is looked for, or null
 */
export const hardenedEnvironment = (
  program: GitProgram,
  env: NodeJS.ProcessEnv,
  ceiling: string | null,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(kept.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
  ...(ceiling === null || ceiling.includes(path.delimiter) ? {} : { GIT_CEILING_DIRECTORIES: ceiling }),
  PATH: program.searchPath,
  LC_ALL: 'C',
  LANGUAGE: 'C',
  TZ: 'UTC',
  TERM: 'dumb',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  // Grafts replace parents, as replaced objects do.
  GIT_GRAFT_FILE: '/dev/null',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  GIT_SSH_COMMAND: 'false',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
  GIT_LITERAL_PATHSPECS: '1',
});
