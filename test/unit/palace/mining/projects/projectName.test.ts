import path from 'node:path';
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

/** As long as a manifest may be: what takes time by the square of this never ends. */
const long = (text: string): string => text.repeat(Math.floor((2 ** 20 - 64) / text.length));

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
    ['settings.gradle', "pluginManagement {}\n  rootProject.name='dock'\n", 'dock'],
    [
      'pom.xml',
      '<project><!-- <artifactId>old</artifactId> --><build><artifactId>jar</artifactId></build><artifactId></artifactId><artifactId>\n  lock\n</artifactId></project>',
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

  it.each([
    ['settings.gradle', `${long('\n')}x`],
    ['settings.gradle', `rootProject.name = "${long(' ')}`],
    ['pom.xml', `<artifactId>${long(' ')}`],
    ['pom.xml', `<artifactId>${long(' ')}x${long(' ').slice(64)}`.slice(0, 2 ** 20)],
    ['pom.xml', long('<build>')],
    ['pom.xml', long('<!--')],
    ['pom.xml', long('<artifactId> ')],
    ['go.mod', `module${long('\n')}`],
  ])('is not looked for without end in a %s that tries it', async (file, text) => {
    expect(text.length).toBeGreaterThan(2 ** 20 - 200);
    expect(await named({ [file]: text })).toBeUndefined();
  });

  it('is found behind what is opened and never closed', async () => {
    const text = `<project><!-- ${'<build>'.repeat(1000)}<artifactId>lock</artifactId></project>`;
    expect(await named({ 'pom.xml': text })).toBe('lock');
  });

  it.each([
    ['package.json', '<<<<<<< HEAD\n{ "name": "harbor" }\n'],
    ['package.json', ''],
    ['pyproject.toml', '[project]\nname = "har'],
    ['composer.json', '{ "name": "harbor'],
  ])('stays what it was while %s is being written or merged: %j', async (file, text) => {
    writeTree(root, { [file]: text, 'pom.xml': '<project><artifactId>lock</artifactId></project>' });
    expect(await projectName(nodeFileAccess, root, 'berths')).toBe('berths');
    expect(await projectName(nodeFileAccess, root)).toBe('lock');
  });

  it('stays what it was while a manifest can’t be read', async () => {
    const tree = { 'package.json': '{ "name": "harbor" }' };
    writeTree(root, tree);
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    const files = { ...nodeFileAccess, read: () => Promise.reject(denied) };
    expect(await projectName(files, root, 'berths')).toBe('berths');
    expect(await projectName(nodeFileAccess, root, 'berths')).toBe('harbor');
    removeFolder(path.join(root, 'package.json'));
    expect(await projectName(nodeFileAccess, root, 'berths')).toBeUndefined();
  });
});
