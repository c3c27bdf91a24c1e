import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const reportSchema = z.object({ sources: z.object({ skipped: z.record(z.string(), z.number()) }) });

it('“mine” says in words why it left files out; its document has the codes', () => {
  const [palace, workspace, outside] = [
    path.join(temporaryFolder(), 'palace'),
    temporaryFolder(),
    temporaryFolder(),
  ];
  writeFiles(outside, { 'crane.md': 'The crane rests.\n' });
  writeFiles(workspace, {
    'quay.md': 'The quay is free.\n',
    'winch.md': new Uint8Array([0xff, 0x41, 0xff, 0x0a]),
    'hull.dat': new Uint8Array([0x41, 0, 0x42]),
    'package-lock.json': '{}\n',
    [`keys/ghp_${'a1B2c3D4e5F6'.repeat(3)}.md`]: 'A key in its name.\n',
  });
  symlinkSync(path.join(outside, 'crane.md'), path.join(workspace, 'out.md'));
  symlinkSync('nowhere.md', path.join(workspace, 'broken.md'));
  symlinkSync('quay.md', path.join(workspace, 'twice.md'));
  symlinkSync('.', path.join(workspace, 'circle'));
  const mine = (...words: string[]): string => runCli(palace, workspace, 'mine', '--no-wait', ...words).stdout;
  const skipped = (/^Skipped: (.+)\.$/m.exec(mine())?.[1] ?? '').split(', ');
  expect(skipped.toSorted()).toEqual([
    'a link in a circle 1',
    'a link out of the workspace 1',
    'a link to nothing 1',
    'a link to what is mined anyway 1',
    'binary 1',
    'generated 1',
    'not UTF-8 1',
    'with a secret in the path 1',
  ]);
  const { sources } = reportSchema.parse(JSON.parse(mine('--json')));
  expect(sources.skipped).toEqual({
    binary: 1,
    generated: 1,
    secret_in_name: 1,
    symlink_broken: 1,
    symlink_cycle: 1,
    symlink_duplicate: 1,
    symlink_outside: 1,
    undecodable: 1,
  });
});
