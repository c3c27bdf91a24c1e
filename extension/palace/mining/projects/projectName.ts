import path from 'node:path';
import { isErrno } from '../../../base/files/errno.ts';
import type { FileAccess } from '../fileAccess.ts';
import { isWhole, manifestText, valueAt } from './manifestFile.ts';
import { xmlWithout } from './xmlWithout.ts';

/** Where each manifest states its project's name; the first one that does counts. */
const namings: readonly (readonly [file: string, name: (text: string) => unknown])[] = [
  ['package.json', (text) => valueAt('json', text, 'name')],
  ['pyproject.toml', (text) => valueAt('toml', text, 'project', 'name')],
  ['pyproject.toml', (text) => valueAt('toml', text, 'tool', 'poetry', 'name')],
  ['Cargo.toml', (text) => valueAt('toml', text, 'package', 'name')],
  ['go.mod', (text) => goName(text)],
  ['composer.json', (text) => valueAt('json', text, 'name')],
  ['settings.gradle', (text) => gradleName(text)],
  ['settings.gradle.kts', (text) => gradleName(text)],
  ['pom.xml', (text) => mavenName(text)],
];

/** The last part of the module's path that is not a version. */
const goName = (text: string): string | undefined =>
  /^module\s+["`]?([^\s"`]+)/m
    .exec(text)?.[1]
    ?.split('/')
    .findLast((part) => !/^v\d+$/.test(part));

const gradleName = (text: string): string | undefined =>
  /^[ \t\ufeff]*rootProject\.name\s*=\s*["']([^"'\n]+)["']/m.exec(text)?.[1];

const mavenName = (text: string): string | undefined =>
  /<artifactId>([^<>]+)<\/artifactId>/
    .exec(xmlWithout(text, ['parent', 'dependencies', 'dependencyManagement', 'build', 'profiles']))?.[1]
    ?.trim();

/** Names that many repositories give their root, and that say nothing about it. */
const sayNothing = /^(root|monorepo|workspaces?|project|repo(sitory)?|app|main|my-app|example)$/i;

/**
 * The name that the project in a folder (absolute) gives itself; undefined if there is none. `@scope/name` is
 * `scope/name`. The wing at the root of a workspace folder gets this name, because a clone's folder can have any
 * name. `former`: the name that it had, which it keeps while a manifest can't be read or parsed.
 */
export const projectName = async (
  files: FileAccess,
  folder: string,
  former?: string,
): Promise<string | undefined> => {
  for (const [file, nameIn] of namings) {
    const text = await manifestText(files, folder, file);
    if (former !== undefined && (await isUnclear(files, folder, file, text))) return former;
    const name = text === undefined ? undefined : nameIn(text);
    if (typeof name !== 'string') continue;
    const plain = name.trim().replace(/^@/, '');
    if (/[\p{L}\p{N}]/u.test(plain) && !sayNothing.test(plain)) return plain;
  }
  return undefined;
};

/** Whether a manifest is there, but nothing can be said about what is in it. */
const isUnclear = async (
  files: FileAccess,
  folder: string,
  file: string,
  text: string | undefined,
): Promise<boolean> =>
  text === undefined
    ? files.stat(path.join(folder, file)).then(
        () => true,
        (error: unknown) => !isErrno(error, 'ENOENT'),
      )
    : !isWhole(file, text);
