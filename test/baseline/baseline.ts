import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { questionKinds } from './questions.ts';

const rankedDrawerSchema = z.strictObject({
  /** `<source>#<chunk index>`. */
  drawer: z.string(),
  score: z.number(),
});
export type RankedDrawer = z.infer<typeof rankedDrawerSchema>;

const rankingSchema = z.strictObject({
  kind: z.enum(questionKinds),
  query: z.string(),
  /** The rank of the first drawer that answers the question; null where none of the first ten does. */
  answer: z.number().int().nullable(),
  /** The first ten, best first. */
  top: z.array(rankedDrawerSchema),
});
export type Ranking = z.infer<typeof rankingSchema>;

const baselineSchema = z.strictObject({
  model: z.string(),
  /** How many there are in the palace. */
  drawers: z.number().int(),
  /** Question ID → what a search gave. */
  rankings: z.record(z.string(), rankingSchema),
  /** Path → SHA-256 of the file's bytes. */
  corpus: z.record(z.string(), z.string()),
});
/** What a measurement of all questions gave. */
export type Baseline = z.infer<typeof baselineSchema>;

const file = path.resolve('test/baseline/baseline.json');

/** The baseline that was recorded last; undefined before the first. */
export const readBaseline = (): Baseline | undefined =>
  existsSync(file) ? baselineSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;

export const writeBaseline = (baseline: Baseline): void => writeFileSync(file, baselineText(baseline));

/** JSON with one line per result, so that a diff of two versions names each result that moved. */
const baselineText = ({ model, drawers, rankings, corpus }: Baseline): string => {
  const ranking = ([id, { kind, query, answer, top }]: readonly [string, Ranking]): string =>
    [
      `    ${JSON.stringify(id)}: {`,
      `      "kind": ${JSON.stringify(kind)},`,
      `      "query": ${JSON.stringify(query)},`,
      `      "answer": ${answer},`,
      `      "top": [`,
      top
        .map(({ drawer, score }) => `        { "drawer": ${JSON.stringify(drawer)}, "score": ${score} }`)
        .join(',\n'),
      '      ]',
      '    }',
    ].join('\n');
  const hash = ([name, sha256]: readonly [string, string]): string =>
    `    ${JSON.stringify(name)}: ${JSON.stringify(sha256)}`;
  return [
    '{',
    `  "model": ${JSON.stringify(model)},`,
    `  "drawers": ${drawers},`,
    '  "rankings": {',
    Object.entries(rankings).map(ranking).join(',\n'),
    '  },',
    '  "corpus": {',
    Object.entries(corpus).map(hash).join(',\n'),
    '  }',
    '}',
    '',
  ].join('\n');
};
