import { opendir } from 'node:fs/promises';
import path from 'node:path';
import { readGuarded, RefusedFile } from '../../../base/files/guardedFile.ts';
import { contentHash } from '../../model/drawer/drawer.ts';
import { parseRecord } from '../record/drawerRecord.ts';
import { parseMarkdown } from '../record/frontMatter.ts';
import { longestLine } from '../../filing/byteLines.ts';
import { unreadableFile } from '../record/importLines.ts';
import type { ImportItem } from '../record/importItem.ts';

/** Folders deeper than this are not part of an export. */
const deepest = 8;

/**
 * The drawers of a tree of Markdown files, file by file in the order of their paths. Paths inside a file are data: they
 * are never opened, and links are not followed.
 */
export async function* markdownItems(folder: string): AsyncGenerator<ImportItem> {
  for await (const file of markdownFiles(folder, deepest)) {
    const where = path.relative(folder, file).split(path.sep).join('/');
    try {
      yield itemOf(await readGuarded(file, { mostBytes: longestLine, mayBeLink: false }), where);
    } catch (thrown) {
      if (!(thrown instanceof RefusedFile)) throw unreadableFile(thrown, file);
      const reason = thrown.code === 'TOO_LARGE' ? 'too_long' : 'invalid';
      yield { kind: 'skip', reason, count: 1, detail: `${where}: ${thrown.message}` };
    }
  }
}

const itemOf = (bytes: Uint8Array, where: string): ImportItem => {
  const skip = (reason: 'undecodable' | 'invalid', detail: string): ImportItem => ({
    kind: 'skip',
    reason,
    count: 1,
    detail: `${where}: ${detail}`,
  });
  const markdown = decode(bytes);
  if (markdown === undefined) return skip('undecodable', 'not UTF-8');
  const parsed = parseMarkdown(markdown);
  if ('problem' in parsed) return skip('invalid', parsed.problem);
  const record = parseRecord({ ...parsed.fields, text: parsed.text });
  if (!record.ok) return { kind: 'skip', reason: record.reason, count: 1, detail: `${where}: ${record.detail}` };
  const isEdited = record.contentHash !== null && contentHash(parsed.text) !== record.contentHash;
  return { kind: 'drawer', where, drawer: record.drawer, ...(isEdited ? { isEdited } : {}) };
};

/** A byte order mark in a text is part of it and is kept. */
const decode = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

async function* markdownFiles(folder: string, depth: number): AsyncGenerator<string> {
  const runs: Entry[][] = [];
  let run: Entry[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      const isFolder = entry.isDirectory();
      if (
        entry.name.startsWith('.') ||
        !(isFolder ? depth > 0 : entry.isFile() && entry.name.toLowerCase().endsWith('.md'))
      )
        continue;
      run.push({ name: entry.name, isFolder });
      if (run.length < sortedAtOnce) continue;
      runs.push(run.sort(byName));
      run = [];
    }
  } catch (error) {
    throw unreadableFile(error, folder);
  }
  runs.push(run.sort(byName));
  for (const { name, isFolder } of merged(runs)) {
    if (isFolder) yield* markdownFiles(path.join(folder, name), depth - 1);
    else yield path.join(folder, name);
  }
}

/** Sorting a room of a hundred thousand files at once would block the thread. */
const sortedAtOnce = 4096;

const byName = (a: Entry, b: Entry): number => (a.name < b.name ? -1 : 1);

/** Merges sorted runs, one entry at a time. */
function* merged(runs: readonly (readonly Entry[])[]): Generator<Entry> {
  const heads = runs.map(() => 0);
  for (;;) {
    let least: { readonly entry: Entry; readonly run: number } | undefined;
    for (const [run, entries] of runs.entries()) {
      const entry = entries[heads[run] ?? 0];
      if (entry !== undefined && (least === undefined || byName(entry, least.entry) < 0)) least = { entry, run };
    }
    if (least === undefined) return;
    heads[least.run] = (heads[least.run] ?? 0) + 1;
    yield least.entry;
  }
}
