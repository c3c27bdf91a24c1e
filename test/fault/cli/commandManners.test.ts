import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cli, runCli } from '../../fixtures/palaces/builtPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';
import { sessionLine, sessionText } from '../../fixtures/palaces/conversationPalace.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const run = (...words: string[]) => runProgram([cli, ...words], { cwd: temporaryFolder(), env: {}, input: '' });

it('without a team there is none to leave, which fails and is told', async () => {
  const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  expect(runCli(palace, workspace, 'save', 'The crane is red.').code).toBe(0);
  const { code, stdout, stderr } = runCli(palace, workspace, 'team', 'leave');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^This palace has no team, so there is none to leave\..*\(E_TEAM\)\n$/);
});

describe('every command', () => {
  it('is asked for by its name: a word that is none is named, with what was probably meant', async () => {
    const { code, stderr } = await run('help', 'pinn');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown command 'pinn'") });
    expect(stderr).toContain('Did you mean pin?');
    expect((await run('help', 'pin')).stdout).toMatch(/^Usage: synapse-palace pin /);
  });

  it('has help with an example, and is listed', async () => {
    const { stdout } = await run('--help');
    const commands = [...stdout.slice(stdout.indexOf('Commands:')).matchAll(/^ {2}([a-z-]+)/gm)].flatMap(
      ([, name]) => (name === undefined || name === 'help' ? [] : [name]),
    );
    expect(commands).toEqual(
      expect.arrayContaining([
        'mine',
        'search',
        'why-not',
        'replay',
        'status',
        'list',
        'show',
        'save',
        'tag',
        'pin',
        'tier',
        'archive',
        'erase',
        'restore',
        'similar',
        'git-index',
        'import',
        'export',
        'session-context',
        'maintain',
        'patterns',
        'resolve-pattern',
        'compact',
        'show-profile',
        'verify',
        'repair',
        'hook',
        'mcp',
        'delete',
      ]),
    );
    const helps = await Promise.all(commands.map(async (name) => ({ name, ...(await run(name, '--help')) })));
    for (const { name, code, stdout: help } of helps)
      expect({ name, code, hasExample: /\nExamples?:\n {2}\S/.test(help) }).toEqual({
        name,
        code: 0,
        hasExample: true,
      });
  });

  it('fails when it ends before it has an answer', async () => {
    const workspace = temporaryFolder();
    const [palace, preload] = [path.join(workspace, 'palace'), path.join(workspace, 'preload.cjs')];
    expect(runCli(palace, workspace, 'save', 'The pump is in the cellar.', '--type', 'insight').code).toBe(0);
    // Nothing waits for the palace's worker any more, so Node ends with code 0.
    writeFileSync(
      preload,
      `const { Worker } = require('node:worker_threads');
       const { once } = Worker.prototype;
       Worker.prototype.once = function (...given) { this.unref(); return once.apply(this, given); };`,
    );
    const ended = await runProgram(['--require', preload, cli, '--palace', palace, 'status', '--json'], {
      cwd: workspace,
      env: {},
      input: '',
    });
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/no answer.*E_INTERNAL/s) });
  });

  it.skipIf(process.platform === 'win32')('says so where its folder was deleted', async () => {
    const folder = temporaryFolder();
    const preload = path.join(folder, 'preload.cjs');
    // Node keeps the name of the current folder until the next chdir.
    writeFileSync(
      preload,
      "process.chdir('deleted'); require('node:fs').rmdirSync(require('node:path').join(__dirname, 'deleted'));",
    );
    const ran = async (...words: string[]) => {
      mkdirSync(path.join(folder, 'deleted'));
      return runProgram(['--require', preload, cli, ...words], {
        cwd: folder,
        env: { SYNAPSE_PALACE_HOOK_SECONDS: '300' },
        input: '{}',
      });
    };
    for (const command of ['status', 'mine', 'search']) {
      const { code, stderr } = await ran(command, ...(command === 'search' ? ['token'] : []));
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining('The current folder no longer exists.') as string,
      });
    }
    const hook = await ran('hook', 'stop');
    expect(hook).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('The current folder no longer exists.'),
    });
  });

  it('ends quietly when the reader of its output has gone', async () => {
    const child = spawn(process.execPath, [cli, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(said).toBe('');
  });
});

describe('the command line', () => {
  it.skipIf(!existsSync('/dev/full'))('says in one line that its output can’t be written', () => {
    const full = openSync('/dev/full', 'w');
    for (const words of [['--help'], ['config', '--json']]) {
      const { status, stderr } = spawnSync(process.execPath, [cli, ...words], {
        cwd: temporaryFolder(),
        env: { HOME: temporaryFolder() },
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      expect(stderr).toMatch(/^The output can’t be written: ENOSPC\..*\(E_DISK_FULL\)\n$/);
      expect(status).toBe(1);
    }
    closeSync(full);
  });

  it('makes no palace when there is nothing that a command could file, or on a trial', () => {
    const workspace = temporaryFolder();
    const [palace, file] = [path.join(workspace, 'palace'), path.join(workspace, 'drawers.jsonl')];
    writeFileSync(
      file,
      `${JSON.stringify({ text: 'The pump is in the cellar.', wing: 'house', room: 'notes' })}\n`,
    );
    for (const [words, refused] of [
      [['mine', 'nowhere'], 'E_FOLDER_UNREADABLE'],
      [['mine', file], 'E_FOLDER_UNREADABLE'],
      [['git-index', '--repo', 'nowhere'], 'E_FOLDER_UNREADABLE'],
      [['import', file, 'nowhere'], 'E_IMPORT_FORMAT'],
      [['import', 'nowhere', '--format', 'claude'], 'E_IMPORT_FORMAT'],
      [['save', ' '], 'E_NOTE'],
      [['save', 'Keys.', '--tag', 'k'.repeat(65)], 'E_TAG'],
      [['save', 'Keys.', '--room', 'r'.repeat(201)], 'E_NOTE'],
      [['save', 'Keys.', '--wing', 'w'.repeat(201)], 'E_NOTE'],
      [['save', 'Keys.', '--source', 'src/token.ts:9-3'], 'E_NOTE'],
      [['import', 'nowhere', '--dry-run'], 'E_IMPORT_FORMAT'],
    ] as const) {
      expect(runCli(palace, workspace, ...words)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(new RegExp(`^.*${refused}.*\n$`)),
      });
      expect({ words, made: existsSync(palace) }).toEqual({ words, made: false });
    }
    expect(runCli(palace, workspace, 'import', file, '--format', 'drawers', '--dry-run').code).toBe(0);
    expect(runCli(palace, workspace, 'git-index')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/not a git repository|git was not found/),
    });
    expect(existsSync(palace)).toBe(false);
  });

  it('refuses an empty path, as a script’s unset variable is, in place of the current folder', () => {
    const workspace = temporaryFolder();
    const palace = path.join(workspace, 'palace');
    writeFileSync(path.join(workspace, 'notes.md'), 'The crane is red.\n');
    expect(runCli(palace, workspace, 'save', 'The pump is in the cellar.').code).toBe(0);
    for (const words of [
      ['mine', ''],
      ['mine', ' ', '--dry-run'],
      ['git-index', '--repo', ''],
      ['history', ''],
      ['link', ''],
      ['import', ''],
      ['export', ''],
      ['hook', 'install', '--yes', '--file', ''],
    ])
      expect({ words, ...runCli(palace, workspace, ...words) }).toEqual({
        words,
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]*: it must have at least 1 character\.[^\n]*\(E_USAGE\)\n$/),
      });
    expect(runCli(palace, workspace, 'list').stdout).not.toContain('notes.md');
  });

  it('refuses an empty ID, as a script’s unset variable is, wherever a command takes one', () => {
    const workspace = temporaryFolder();
    const palace = path.join(workspace, 'palace');
    const { drawer_id: id } = JSON.parse(
      runCli(palace, workspace, 'save', 'The pump is in the cellar.', '--json').stdout,
    ) as { drawer_id: string };
    for (const words of [
      ['show', ''],
      ['similar', ' '],
      ['why-not', '', 'pump'],
      ['edit', '', 'The pump is gone.'],
      ['tag', id, '', '--add', 'pumps'],
      ['pin', ''],
      ['unpin', ''],
      ['tier', 'longterm', ''],
      ['move', '', '--room', 'pumps'],
      ['archive', ''],
      ['erase', '', '--yes'],
      ['mark', '', '--sensitive'],
      ['mark', id, '--superseded-by', ''],
      ['restore', ''],
      ['consolidate', ''],
      ['resolve-pattern', ''],
      ['compact', '--show', ''],
      ['compact', '--apply', ''],
      ['compact', '--restore', ''],
      ['team', 'settle', '', '--keep', 'all'],
      ['team', 'settle', id, '--keep', ''],
    ])
      expect({ words, ...runCli(palace, workspace, ...words) }).toEqual({
        words,
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]*: it must have at least 1 character\.[^\n]*\(E_USAGE\)\n$/),
      });
    expect(runCli(palace, workspace, 'show', id, '--json')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/"tags":\s*\[\]/),
    });
    expect(runCli(palace, workspace, 'pin', id, 'unknown').stdout).toContain('1 drawer changed');
  });

  it('refuses an empty name or list, as a script’s unset variable is, wherever an option takes one', () => {
    const workspace = temporaryFolder();
    const palace = path.join(workspace, 'palace');
    expect(runCli(palace, workspace, 'save', 'The pump is in the cellar.').code).toBe(0);
    const server = ['--server', 'postgresql://ada@127.0.0.1:1/memory'];
    for (const words of [
      ['session-context', '--session', ''],
      ['compact', '--apply', 'plan', '--groups', ''],
      ['compact', '--apply', 'plan', '--groups', ' , '],
      ['compact', '--apply', 'plan', '--reject', ''],
      ['compact', '--apply', 'plan', '--seen', ''],
      ['search', 'pump', '--replay', ''],
      ['replay', ''],
      ['unlink', ''],
      ['show-profile', ''],
      ['team', 'setup', ''],
      ['team', 'setup', 'postgresql://ada@127.0.0.1:1/memory', '--team', ''],
      ['team', 'invite', '', '--wing', 'docs', '--writer', ...server],
      ['team', 'revoke', 'ada', '--wing', '', ...server],
      ['team', 'members', '--server', ''],
      ['team', 'remove-member', '', ...server],
    ])
      expect({ words, ...runCli(palace, workspace, ...words) }).toEqual({
        words,
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^[^\n]*: it must have at least 1 character\.[^\n]*\(E_USAGE\)\n$/),
      });
    expect(runCli(palace, workspace, 'mine', '--max-wait', '')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It must be a whole number from 0 to 86400.'),
    });
  });

  it('makes no palace for an import of which nothing can be read, and says why', () => {
    const workspace = temporaryFolder();
    const palace = path.join(workspace, 'palace');
    writeFiles(workspace, {
      'drawers.jsonl.gz': gzipSync('{"text":"The pump is in the cellar.","wing":"house","room":"notes"}\n'),
      'nameless.jsonl': '{"text":"The pump is in the cellar."}\n'.repeat(300),
      'notes.md': '# Pumps\n\nNobody speaks here.\n',
      'empty.jsonl': '',
      'torn.zip': 'PK\u0003\u0004 and no more',
      'context.db': 'SQLite format 3\0 and no more',
      'talks/talk.jsonl': sessionText(sessionLine(0, 'user', 'When?'), sessionLine(1, 'assistant', 'In May.')),
      'talk.jsonl': sessionText(sessionLine(0, 'user', 'Why?'), sessionLine(1, 'assistant', 'It was wet.')),
      'drawers.jsonl': '{"text":"The pump is in the cellar.","wing":"house","room":"notes"}\n',
      'unspoken.json': '[{"title":"Tides","mapping":{}},{"title":"Berths","mapping":{}}]',
    });
    const told = (...words: string[]) => {
      const { code, stdout, stderr } = runCli(palace, workspace, 'import', ...words, '--no-wait');
      return { words, code, isTold: stdout + stderr !== '', isMade: existsSync(palace) };
    };
    for (const words of [
      ['drawers.jsonl.gz'],
      ['nameless.jsonl'],
      ['notes.md'],
      ['torn.zip'],
      ['context.db'],
      ['drawers.jsonl.gz', 'notes.md'],
      ['talk.jsonl', 'context.db'],
      ['drawers.jsonl.gz', '--format', 'claude'],
      ['talk.jsonl', '--format', 'drawers'],
      ['talk.jsonl', '--format', 'synaptic'],
      // Recognised as another program's than was said.
      ['talk.jsonl', '--format', 'chatgpt'],
      ['talk.jsonl', '--format', 'claude-ai'],
      ['talk.jsonl', '--format', 'continue'],
      ['talk.jsonl', '--format', 'vscode-chat'],
      // Conversations in which nobody spoke.
      ['unspoken.json'],
      ['unspoken.json', '--format', 'chatgpt'],
      ['talks', '--format', 'codex'],
      ['drawers.jsonl', '--format', 'slack'],
    ])
      expect(told(...words)).toEqual({ words, code: 1, isTold: true, isMade: false });
    // Part of it can.
    const words = ['drawers.jsonl.gz', 'talk.jsonl', 'drawers.jsonl'];
    expect(told(...words)).toEqual({ words, code: 0, isTold: true, isMade: true });
  });

  it('prints its version', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('repairs a damaged palace and keeps the damaged files until the palace is deleted', async () => {
    const workspace = temporaryFolder();
    const palace = path.join(workspace, 'palace');
    const opened = await openPalace({ folder: palace });
    for (let i = 0; i < 40; i++)
      await opened.save({
        text: `We keep log ${i} of the harbour. `.repeat(20),
        type: 'decision',
        allow_duplicate: true,
      });
    await opened.close();
    expect(runCli(palace, workspace, 'repair')).toMatchObject({
      code: 0,
      stdout: 'Sound: 40 drawers. There is nothing to repair.\n',
    });
    const file = path.join(palace, 'palace.sqlite');
    const bytes = readFileSync(file);
    const at = bytes.indexOf('log 20 of the harbour');
    bytes.write('LOG', at);
    writeFileSync(file, bytes);
    expect(runCli(palace, workspace, 'verify').code).toBe(1);
    expect(JSON.parse(runCli(palace, workspace, 'repair', '--dry-run', '--json').stdout)).toMatchObject({
      state: 'possible',
      backup: null,
      drawers: { total: 39, lost: [expect.any(String)] },
      kept: null,
    });
    const { stdout } = runCli(palace, workspace, 'repair');
    expect(stdout).toMatch(
      /^Repaired: 39 drawers[^]*drawers: 39 rows read, 1 refused as changed\nLost: 1 drawer\.[^]*The damaged files are kept in /,
    );
    expect(runCli(palace, workspace, 'verify').code).toBe(0);
    expect(readdirSync(palace).filter((name) => name.startsWith('damaged-'))).toHaveLength(1);
    expect(JSON.parse(runCli(palace, workspace, 'delete', '--yes', '--json').stdout)).toEqual({
      deleted: palace,
      left: [],
    });
    expect(runCli(palace, workspace, 'repair')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('E_PALACE_NOT_FOUND'),
    });
  });

  it('deletes a palace for good, but only after somebody has confirmed it', async () => {
    const workspace = temporaryFolder();
    const palace = path.join(workspace, 'palace');
    const opened = await openPalace({ folder: palace });
    await opened.save({ text: 'We keep the log.', type: 'decision' });
    await opened.close();
    expect(runCli(palace, workspace, 'delete')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
    expect(existsSync(path.join(palace, 'palace.sqlite'))).toBe(true);
    expect(JSON.parse(runCli(palace, workspace, 'delete', '--yes', '--json').stdout)).toEqual({
      deleted: palace,
      left: [],
    });
    expect(existsSync(palace)).toBe(false);
    expect(runCli(palace, workspace, 'delete', '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('E_PALACE_NOT_FOUND'),
    });
  });
});
