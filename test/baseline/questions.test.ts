import { stemmer } from 'stemmer';
import { expect, it } from 'vitest';
import { stopWords } from '../../extension/palace/lexical/text/stopWords.ts';
import { chunkText } from '../../extension/palace/filing/chunker.ts';
import { corpusFiles } from './corpus.ts';
import { drawersThatAnswer, readQuestions } from './questions.ts';

const questions = readQuestions();
const drawers = corpusFiles().flatMap(({ path: source, bytes }) =>
  chunkText(Buffer.from(bytes).toString('utf8')).map(({ text }) => ({ source, text })),
);

/** Stems of a text's words, function words left out. */
const stemsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/\p{L}{2,}/gu) ?? []).filter((word) => !stopWords.has(word)).map(stemmer));

it('asks at least 60 questions under names of their own, and at least a third of them are paraphrases', () => {
  expect(questions.length).toBeGreaterThanOrEqual(60);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  expect(questions.filter(({ kind }) => kind === 'paraphrase').length * 3).toBeGreaterThanOrEqual(
    questions.length,
  );
});

it('finds every answer in the corpus', () => {
  for (const question of questions) expect(drawersThatAnswer(question, drawers), question.id).not.toEqual([]);
});

it('shares at most half of a paraphrase’s words with any of its answers', () => {
  const tooClose = questions
    .filter(({ kind }) => kind === 'paraphrase')
    .flatMap((question) => {
      const asked = [...stemsOf(question.query)];
      const shared = drawersThatAnswer(question, drawers).map(({ text }) => {
        const answered = stemsOf(text);
        return asked.filter((stem) => answered.has(stem));
      });
      return shared
        .filter(({ length }) => length > asked.length / 2)
        .map((stems) => `${question.id}: ${stems.join(', ')}`);
    });
  expect(tooClose).toEqual([]);
});
