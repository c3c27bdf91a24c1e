import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { advisoriesFor, isInRange, type Advisory } from '../../../../scripts/checks/knownAdvisories.mjs';

it.each([
  ['1.1.11', '<1.1.12', true],
  ['1.1.12', '<1.1.12', false],
  ['1.10.0', '<1.9.0', false],
  ['2.0.1', '<1.1.12 || >=2.0.0 <2.0.2', true],
  ['2.0.2', '<1.1.12 || >=2.0.0 <2.0.2', false],
  ['5.6.1', '5.6.1', true],
  ['5.6.2', '5.6.1', false],
  ['2.0.0-beta.2', '>=2.0.0', false],
  ['2.0.0-beta.2', '<2.0.0-beta.10', true],
  ['2.0.0', '<= 2.0.0', true],
  ['2.0.1', '>2.0.0', true],
  ['9.9.9', '*', true],
])('%s is in %s: %s', (version, range, expected) => {
  expect(isInRange(version, range)).toBe(expected);
});

it('a range that can’t be read is said, not passed over', () => {
  expect(() => isInRange('1.0.0', '~1.2')).toThrow('~1.2');
});

it('a locked version that a known advisory is about is named, wherever in the tree it lies', () => {
  const { advisories } = JSON.parse(readFileSync('scripts/checks/advisories.json', 'utf8')) as {
    advisories: Advisory[];
  };
  const packages = {
    '': { version: '0.0.1' },
    'node_modules/semver': { version: '7.8.0' },
    'node_modules/parse-semver/node_modules/semver': { version: '5.7.1' },
  };
  expect(advisoriesFor(packages, advisories)).toEqual([
    expect.stringMatching(/^semver 5\.7\.1: .* \(high, GHSA-c2qf-rxjj-qqgw\)$/),
  ]);
});

it('every advisory of the file has a range that can be read, and a package of the lock file', () => {
  const { advisories } = JSON.parse(readFileSync('scripts/checks/advisories.json', 'utf8')) as {
    advisories: Advisory[];
  };
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, object>;
  };
  const names = new Set(Object.keys(packages).map((folder) => folder.replace(/^.*node_modules\//, '')));
  expect(advisories.length).toBeGreaterThan(50);
  for (const advisory of advisories) {
    expect(names, advisory.id).toContain(advisory.package);
    expect(isInRange('0.0.0', advisory.vulnerable), advisory.id).toBeTypeOf('boolean');
  }
});
