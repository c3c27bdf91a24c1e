import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'fixtures', 'sample-workspace');

/** What a mine of the sample gives: files that are text and not ignored, and files skipped by reason. */
export const sampleFacts = { files: 14, wings: ['billing', 'ferry', 'gateway'], skipped: 1 } as const;

/**
 * A temporary copy of the sample workspace, named `ferry`, with an ignored log file and the given workspace settings;
 * gives its path.
 */
export const sampleWorkspace = (settings: Readonly<Record<string, unknown>> = {}): string => {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'synapse-sample-')), 'ferry');
  cpSync(sample, folder, { recursive: true });
  writeFileSync(path.join(folder, 'gateway.log'), 'exponential backoff retry retry retry\n');
  mkdirSync(path.join(folder, '.vscode'));
  // Hidden from mining like any file that the editor hides.
  writeFileSync(
    path.join(folder, '.vscode', 'settings.json'),
    JSON.stringify({ 'search.exclude': { '.vscode': true }, ...settings }),
  );
  return folder;
};
