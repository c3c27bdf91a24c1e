import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFileAccess } from '../../../../../extension/palace/mining/fileAccess.ts';
import { projectName } from '../../../../../extension/palace/mining/projects/projectName.ts';
import { removeFolder, temporaryFolder, writeTree } from '../../../../fixtures/fileTree.ts';

let root: string;
beforeEach(() => (root = temporaryFolder()));
afterEach(() => removeFolder(root));

const named = (tree: Record<string, string>): Promise<string | undefined> => {
  writeTree(root, tree);
  return projectName(nodeFileAccess, root);
};

describe('the name of a project', () => {
  it.each([
    ['package.json', '{ "name": "@harbor/berths" }', 'harbor/berths'],
    ['pyproject.toml', '[project]\nname = "tides"\n', 'tides'],
    ['pyproject.toml', '[tool.poetry]\nname = "tides"\n', 'tides'],
    ['Cargo.toml', '[package]\nname = "crane"\n', 'crane'],
    ['go.mod', 'module example.com/ports/quay/v2\n\ngo 1.22\n', 'quay'],
    ['composer.json', '{ "name": "harbor/pilot" }', 'harbor/pilot'],
    ['settings.gradle.kts', 'rootProject.name = "dock"\n', 'dock'],
    [
      'pom.xml',
      '<project><parent><artifactId>all</artifactId></parent>\n<artifactId>lock</artifactId></project>',
      'lock',
    ],
  ])('stands in %s', async (file, text, name) => {
    expect(await named({ [file]: text })).toBe(name);
  });

  it('is the next manifest’s where one is broken, says none, or only that it is a root', async () => {
    const rest = { 'Cargo.toml': '[package]\nname = "crane"\n' };
    expect(await named({ 'package.json': '{ "name": ', ...rest })).toBe('crane');
    expect(await named({ 'package.json': '{ "private": true }' })).toBe('crane');
    expect(await named({ 'package.json': '{ "name": "monorepo" }' })).toBe('crane');
    expect(await named({ 'package.json': '{ "name": 7 }', 'Cargo.toml': '[workspace]\n' })).toBeUndefined();
  });
});
