import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chunkText } from '../../../extension/palace/filing/chunker.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\0', ' ')}'`;

/** Whether Debian's `sqlite3` with FTS5 is on this machine. */
export const hasFts5 = (): boolean => {
  try {
    execFileSync('sqlite3', [':memory:', 'create virtual table t using fts5(x)'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/**
 * What SQLite's FTS5 finds in the same files: Porter's tokeniser over chunks that begin with their path, any of the
 * query's words. One list of paths a query, best first, at most 100 chunks.
 */
export const ftsAnswers = (
  folder: string,
  files: readonly string[],
  queries: readonly string[],
): (readonly string[])[] => {
  const script = path.join(folder, '..', `fts-${process.pid}.sql`);
  const inserts = files.flatMap((file) =>
    chunkText(readFileSync(path.join(folder, file), 'utf8')).map(
      ({ text }) => `insert into chunk values (${quoted(file)}, ${quoted(`${file}\n${text}`)});`,
    ),
  );
  const asked = queries.map((query, number) => {
    const words = [...new Set(query.match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => `"${word}"`).join(' OR ');
    return words === ''
      ? ''
      : `select ${number}, path from chunk where chunk match ${quoted(`text : (${words})`)} order by rank limit 100;`;
  });
  writeFileSync(
    script,
    [
      "create virtual table chunk using fts5(path unindexed, text, tokenize = 'porter');",
      'begin;',
      ...inserts,
      'commit;',
      '.mode json',
      ...asked,
    ].join('\n'),
  );
  try {
    const answers: string[][] = queries.map(() => []);
    const output = execFileSync('sqlite3', ['-separator', '\t', ':memory:', '.mode tabs', `.read ${script}`], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    });
    for (const row of output.matchAll(/\{"\d+":(\d+),"path":("(?:[^"\\]|\\.)*")\}/g))
      answers[Number(row[1])]?.push(JSON.parse(row[2] ?? '""') as string);
    return answers;
  } finally {
    rmSync(script, { force: true });
  }
};
