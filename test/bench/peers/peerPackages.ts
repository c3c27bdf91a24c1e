import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** In this order; the last is installed without its script, which would fetch builds for graphics cards. */
const packages = {
  minisearch: '7.2.0',
  '@orama/orama': '3.1.18',
  'better-sqlite3': '12.11.1',
  usearch: '2.25.3',
  'hnswlib-node': '3.0.0',
  'onnxruntime-node': '1.30.0',
};
export type PeerPackage = keyof typeof packages;

/** An ignored folder, so that none of them is in this project's lock file. */
const folder = path.resolve('artifacts', 'peers');

/** Installs what is missing with npm; says on stderr what can't be had, whose rows are left out then. */
export const installPeers = (): void => {
  mkdirSync(folder, { recursive: true });
  const manifest = path.join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  for (const [name, version] of Object.entries(packages)) {
    if (existsSync(path.join(folder, 'node_modules', name))) continue;
    const words = ['install', '--no-audit', '--no-fund', '--no-package-lock', `${name}@${version}`];
    if (name === 'onnxruntime-node') words.push('--ignore-scripts');
    try {
      execFileSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    } catch {
      console.error(`${name} ${version} can't be installed here, so it is left out.`);
    }
  }
};

/** Whether a package is installed. */
export const hasPeer = (name: PeerPackage): boolean => existsSync(path.join(folder, 'node_modules', name));

/** Loads an installed package; `Api` is the part of it that is used here. */
export const loadPeer = <Api>(name: PeerPackage): Api =>
  createRequire(path.join(folder, 'package.json'))(name) as Api;
