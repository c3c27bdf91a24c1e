import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cli, runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';

describe('hook install', () => {
  const place = () => {
    const workspace = temporaryFolder();
    const file = path.join(workspace, '.claude', 'settings.local.json');
    return {
      workspace,
      file,
      run: (...words: string[]) => runCli(path.join(workspace, 'palace'), workspace, 'hook', 'install', ...words),
    };
  };

  it('shows the change, registers the hooks once in the workspace’s settings, and removes them again', () => {
    const { file, run } = place();
    expect(run('--dry-run')).toMatchObject({ code: 0, stdout: expect.stringContaining('+    "SessionStart"') });
    expect(run()).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    expect(existsSync(file)).toBe(false);
    expect(run('--yes')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\+ {4}"Stop"[^]*filed in it as conversations/),
    });
    expect(run('--yes').stdout).toBe('The hooks are already installed: nothing to change.\n');
    expect(JSON.parse(run('--yes', '--with-recall', '--json').stdout)).toMatchObject({
      changed: true,
      written: true,
      events: ['session-start', 'user-prompt-submit', 'pre-compact', 'stop'],
    });
    expect(run('--remove', '--dry-run')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^--- .*\n\+\+\+ \/dev\/null\n@@ -1,\d+ \+0,0 @@\n-\{\n/),
    });
    expect(readdirSync(path.dirname(file))).toHaveLength(2);
    expect(run('--remove', '--yes').stdout).toMatch(/\nDeleted, as it held nothing but the palace’s hooks\.\n$/);
    expect(existsSync(path.dirname(file))).toBe(false);
    expect(run('--remove', '--yes').stdout).toContain('nothing to change');
  });

  it('leaves the agent’s folder where something else is in it, where it is a link, and elsewhere than in the workspace', () => {
    const { workspace, file, run } = place();
    const [folder, linked] = [path.dirname(file), path.join(workspace, 'linked')];
    const removed = (...words: string[]): void => {
      expect(run('--yes', ...words).code).toBe(0);
      expect(run('--yes', '--remove', ...words).stdout).toContain('Deleted, as it held nothing');
    };
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'agents.md'), '# Mine\n');
    removed();
    expect(readdirSync(folder)).toEqual(['agents.md']);
    removed('--file', path.join(workspace, 'mine', 'settings.json'));
    expect(readdirSync(path.join(workspace, 'mine'))).toEqual([]);
    mkdirSync(linked);
    renameSync(folder, path.join(workspace, 'kept'));
    symlinkSync(linked, folder, 'junction');
    removed();
    expect({ link: lstatSync(folder).isSymbolicLink(), held: readdirSync(folder) }).toEqual({
      link: true,
      held: [],
    });
  });

  it.each([
    ['claude', '{}'],
    ['claude', ''],
    ['claude', '\ufeff{\r\n\t"hooks": {},\r\n\t"model": "opus"\r\n}'],
    ['claude', '{ "hooks": {"Stop": [ ],"UserPromptSubmit":[], "Notification": []} } // mine'],
    ['codex', '{"hooks": {"Stop": [{"hooks": [ {"type": "command", "command": "say done"} ]}]}}\n'],
    ['cursor', '{ "version": 1, "hooks": { } }\n'],
  ])('gives %s back the bytes that stood there before, and leaves no backup: %j', (agent, text) => {
    const { workspace, run } = place();
    const file = path.join(workspace, 'settings.json');
    writeFileSync(file, text);
    const words = ['--agent', agent, '--file', file, '--yes'];
    expect(run(...words).code).toBe(0);
    if (agent !== 'cursor') expect(run(...words, '--with-recall').code).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toBe(text);
    const { stdout } = run(...words, '--remove');
    expect(stdout).toMatch(/\nWritten: the file is as it was before them\. .*palace’s hooks\.\n$/);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(workspace)).toEqual(['settings.json']);
  });

  it('keeps what was changed while the hooks were installed, with a backup, and every backup that says something else', () => {
    const { workspace, run } = place();
    const file = path.join(workspace, 'settings.json');
    const words = ['--file', file, '--yes'];
    const backups = () => readdirSync(workspace).filter((name) => name.includes('.backup-'));
    writeFileSync(file, '{"hooks": {}, "model": "opus"}');
    run(...words);
    writeFileSync(file, readFileSync(file, 'utf8').replace('opus', 'haiku'));
    expect(run(...words, '--remove').stdout).toContain('A copy of the old settings: ');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ model: 'haiku' });
    expect(backups()).toHaveLength(2);
    const kept = readFileSync(file, 'utf8');
    run(...words);
    writeFileSync(`${file}.backup-20200101T000000000Z`, '\xff broken');
    writeFileSync(`${file}.backup-mine`, kept);
    run(...words, '--remove');
    expect(readFileSync(file, 'utf8')).toBe(kept);
    expect(backups().map((name) => readFileSync(path.join(workspace, name), 'utf8'))).toEqual([
      '\xff broken',
      '{"hooks": {}, "model": "opus"}',
      kept,
    ]);
  });

  it('writes through a symbolic link without replacing it, and leaves invalid JSON alone', () => {
    const { workspace, file, run } = place();
    const real = path.join(workspace, 'dotfiles.json');
    writeFileSync(real, '{"model": "opus"}');
    mkdirSync(path.dirname(file));
    symlinkSync(real, file);
    const { code, stdout } = run('--yes');
    expect(code).toBe(0);
    expect(stdout).toContain(`--- ${file}\n+++ ${realpathSync(real)} (the link’s target)\n`);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({ model: 'opus', hooks: { Stop: [{}] } });
    expect(run('--yes', '--remove').code).toBe(0);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toBe('{"model": "opus"}');
    writeFileSync(real, '{\n  "model": "opus",\n}');
    expect(run('--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${file} is not valid JSON: line 3:`),
    });
    expect(readFileSync(real, 'utf8')).toBe('{\n  "model": "opus",\n}');
    expect(run('--user', '--project')).toMatchObject({ code: 2 });
  });

  it('makes the file that a link leads to, and says where the system makes no folders', () => {
    const { workspace, file, run } = place();
    mkdirSync(path.dirname(file));
    symlinkSync(path.join('..', 'dotfiles', 'settings.json'), file);
    const { code, stdout } = run('--yes');
    const real = path.join(realpathSync(workspace), 'dotfiles', 'settings.json');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(`\n+++ ${real} (the link’s target)\n`),
    });
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(real, 'utf8'))).toMatchObject({ hooks: { Stop: [{}] } });
    run('--yes', '--remove');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readdirSync(path.dirname(real))).toEqual([]);
    if (process.platform !== 'linux') return;
    expect(run('--yes', '--file', '/proc/none/settings.json')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\/proc\/none\/settings\.json could not be written \(ENOENT\)\./),
    });
  });

  it('leaves no folder behind that it made for settings which it then could not write', () => {
    const { workspace, run } = place();
    const before = readdirSync(workspace);
    mkdirSync(path.join(workspace, 'kept'));
    // A name that a file may just have, but not its temporary copy.
    const name = `${'s'.repeat(245)}.json`;
    for (const file of [path.join('new', 'folders', name), path.join('kept', 'new', name)])
      expect(run('--yes', '--file', file)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('could not be written (ENAMETOOLONG).'),
      });
    expect(readdirSync(workspace).toSorted()).toEqual([...before, 'kept'].toSorted());
    expect(readdirSync(path.join(workspace, 'kept'))).toEqual([]);
  });

  it('leaves no backup of settings which it then could not replace', async () => {
    const { workspace, file } = place();
    const preload = path.join(temporaryFolder(), 'preload.cjs');
    writeFileSync(
      preload,
      "require('node:fs/promises').rename = async () => { throw Object.assign(new Error('full'), { code: 'ENOSPC' }); };",
    );
    mkdirSync(path.dirname(file));
    writeFileSync(file, '{"model": "opus"}');
    const words = ['hook', 'install', '--yes', '--palace', path.join(workspace, 'palace')];
    expect(
      await runProgram(['--require', preload, cli, ...words], { cwd: workspace, env: {}, input: '' }),
    ).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be written (ENOSPC).') });
    expect(readFileSync(file, 'utf8')).toBe('{"model": "opus"}');
    expect(readdirSync(path.dirname(file))).toEqual([path.basename(file)]);
  });

  it('registers with Cursor and Codex in the home folder, and refuses options that they don’t support', () => {
    const { workspace, run } = place();
    const file = path.join(workspace, 'hooks.json');
    expect(run('--agent', 'cursor', '--file', file, '--yes').stdout).toContain('They are not filed');
    expect(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { hooks: object }).hooks)).toEqual([
      'sessionStart',
      'preCompact',
    ]);
    const home = JSON.parse(run('--agent', 'codex', '--dry-run', '--json').stdout) as { file: string };
    expect(home.file).toMatch(/[\\/]\.codex[\\/]hooks\.json$/);
    expect(path.relative(workspace, home.file)).toMatch(/^\.\./);
    for (const [agent, variable] of [
      ['claude', 'CLAUDE_CONFIG_DIR'],
      ['codex', 'CODEX_HOME'],
    ] as const) {
      vi.stubEnv(variable, '');
      onTestFinished(() => void vi.unstubAllEnvs());
      const { file: unset } = JSON.parse(run('--agent', agent, '--user', '--dry-run', '--json').stdout) as {
        file: string;
      };
      expect(path.isAbsolute(unset), unset).toBe(true);
      expect(path.relative(workspace, unset)).toMatch(/^\.\./);
    }
    expect(run('--agent', 'cursor', '--with-recall', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('in Cursor, hooks can’t add to a prompt'),
    });
    expect(run('--agent', 'emacs')).toMatchObject({ code: 2 });
  });
});
