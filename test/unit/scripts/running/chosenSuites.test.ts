import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chosenSuites, suiteNames } from '../../../../scripts/running/chosenSuites.mjs';

describe('the suites of a test run', () => {
  it('are all of them without arguments, and explored with --long', () => {
    expect(chosenSuites([])).toEqual({ chosen: suiteNames, isLong: false });
    expect(chosenSuites(['--long'])).toEqual({ chosen: suiteNames, isLong: true });
  });

  it('are those named, with what they start', () => {
    expect(chosenSuites(['--only', 'lint,unit'])).toEqual({ chosen: ['lint', 'unit'], isLong: false });
    expect(chosenSuites(['--long', '--only', 'fault'])).toEqual({ chosen: ['fault', 'build'], isLong: true });
    expect(chosenSuites(['--only', 'build,fault'])).toEqual({ chosen: ['build', 'fault'], isLong: false });
    expect(chosenSuites(['--only', 'e2e'])).toEqual({ chosen: ['e2e', 'package'], isLong: false });
    expect(chosenSuites(['--only', 'e2e'], { vsix: 'a.vsix' })).toEqual({ chosen: ['e2e'], isLong: false });
  });

  it('are named if an argument names none', () => {
    for (const args of [['--only'], ['--only', ''], ['--only', 'types'], ['unit'], ['--only', 'unit', 'fault']])
      expect(chosenSuites(args), args.join(' ')).toEqual({
        usage: expect.stringMatching(/--only SUITE.+ suites: package, build, lint, .+, e2e$/) as string,
      });
  });

  it('are known wherever the workflows, the scripts of package.json and the documents call for them', () => {
    const folders = ['.github/workflows', '.ci', '.vscode', 'docs'];
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => path.join(folder, name)),
    );
    const calls = [...files, 'package.json', 'CONTRIBUTING.md'].flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/(?:scripts\/test\.mjs|npm (?:run )?test\S*) .*?--only ([\w,]+)/g),
      ].map(([, names = '']) => ({ file, names })),
    );
    expect(calls.map(({ file }) => file)).toEqual(
      expect.arrayContaining([path.join('.github', 'workflows', 'test.yml'), 'package.json']),
    );
    for (const { file, names } of calls)
      expect(chosenSuites(['--only', names]), `${file}: --only ${names}`).toHaveProperty('chosen');
  });
});
