import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/**
 * How a question is put: in the words of its answer (`words`), in others (`paraphrase`), or after an identifier or a piece of
 * source code (`code`).
 */
export const questionKinds = ['words', 'paraphrase', 'code'] as const;

const questionSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(questionKinds),
  query: z.string(),
  /** Places of the corpus that answer it, one as good as another: the drawer of `source` that holds `phrase`. */
  answers: z.array(z.strictObject({ source: z.string(), phrase: z.string() })).min(1),
});
export type Question = z.infer<typeof questionSchema>;

/** The questions of `questions.json`. */
export const readQuestions = (): Question[] =>
  z.array(questionSchema).parse(JSON.parse(readFileSync(path.resolve('test/baseline/questions.json'), 'utf8')));

/** A drawer of the corpus. */
export interface CorpusDrawer {
  readonly source: string;
  readonly text: string;
}

/** The drawers that answer a question. Throws where one of its answers is nowhere in the corpus. */
export const drawersThatAnswer = <D extends CorpusDrawer>({ id, answers }: Question, drawers: readonly D[]): D[] =>
  answers.flatMap(({ source, phrase }) => {
    const found = drawers.filter((drawer) => drawer.source === source && drawer.text.includes(phrase));
    if (found.length === 0) throw new Error(`Question ${id}: no drawer of ${source} holds “${phrase}”.`);
    return found;
  });
