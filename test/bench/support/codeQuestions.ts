import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { PalaceApi, Params } from '../../../extension/palace/contract/palaceApi.ts';

const questionSchema = z.object({ id: z.string(), query: z.string(), relevant: z.array(z.string()).min(1) });

/** A question about a repository, and the paths of the files that answer it. */
export type CodeQuestion = z.infer<typeof questionSchema>;

/** The share of the questions with a relevant file among the first k files, and the mean of 1 / rank of the first. */
export interface FileMetrics {
  readonly 'hit@1': number;
  readonly 'hit@5': number;
  readonly 'hit@10': number;
  readonly MRR: number;
}

const testPath =
  /(^|\/)(tests?|testing|__tests__|testdata|fixtures|benches|vendor)(\/|$)|_test\.|\.test\.|\.spec\.|(^|\/)test_|conftest/i;
const codePath = /\.(py|rs|go|ts|tsx|js|mjs|cjs|svelte|java|c|cc|cpp|h|hpp|rb|php|swift|kt)$/;

/** What the set counts as a source: no test, and its name ends like code. */
const isSourcePath = (path: string): boolean => codePath.test(path) && !testPath.test(path);

/** The questions of a set. In a commit's subject a leading `-`, quotes and `field:` are text, not search syntax. */
export const readQuestions = (file: string): CodeQuestion[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => questionSchema.parse(JSON.parse(line)))
    .map((question) => ({
      ...question,
      query: question.query
        .replace(/(?<!\S)-(?=\S)/g, ' ')
        .replace(/["“”]/g, ' ')
        .replace(
          /(?<!\S)(?:wing|room|type|tier|kind|tag|before|after|path):/gi,
          (prefix) => `${prefix.slice(0, -1)} `,
        ),
    }));

/** Drawers asked for, so that a file's rank is known even where large files crowd the answer. */
const drawersAsked = 100;

/** The paths of the files' drawers that a search finds, best first. */
export const filesFound = async (api: PalaceApi, request: Params<'search'>): Promise<string[]> => {
  const { results } = await api.search({ ...request, k: drawersAsked });
  return results.flatMap(({ source_file: file, type }) => (file === null || type !== 'file' ? [] : [file]));
};

/** From 1; 0 if none of the relevant files is listed. A file listed twice counts at its first place. */
export const firstRank = (files: readonly string[], relevant: readonly string[]): number =>
  [...new Set(files)].findIndex((file) => relevant.includes(file)) + 1;

const fileMetrics = (ranks: readonly number[]): FileMetrics => {
  const share = (k: number): number => ranks.filter((rank) => rank > 0 && rank <= k).length / ranks.length;
  const rounded = (x: number): number => Math.round(x * 1000) / 1000;
  return {
    'hit@1': rounded(share(1)),
    'hit@5': rounded(share(5)),
    'hit@10': rounded(share(10)),
    MRR: rounded(ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length),
  };
};

/** The metrics over all files, and over those files that are sources. */
export const setMetrics = (
  questions: readonly CodeQuestion[],
  answers: readonly (readonly string[])[],
): { readonly all: FileMetrics; readonly source: FileMetrics } => {
  const ranksOf = (isCounted: (path: string) => boolean): number[] =>
    questions.map(({ relevant }, i) => firstRank((answers[i] ?? []).filter(isCounted), relevant));
  return { all: fileMetrics(ranksOf(() => true)), source: fileMetrics(ranksOf(isSourcePath)) };
};

/** What a reader of ten results gets: the share of the questions with a relevant file among them, and how many files they are of. */
export const tenResults = (
  questions: readonly CodeQuestion[],
  answers: readonly (readonly string[])[],
): { readonly hit: number; readonly files: number } => {
  const shown = questions.map(({ relevant }, i) => ({ relevant, files: new Set(answers[i]?.slice(0, 10)) }));
  const hit = shown.filter(({ relevant, files }) => relevant.some((file) => files.has(file))).length;
  const files = shown.reduce((sum, { files: { size } }) => sum + size, 0);
  return {
    hit: Math.round((hit / questions.length) * 1000) / 1000,
    files: Math.round((files / questions.length) * 10) / 10,
  };
};
