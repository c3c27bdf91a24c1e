import type { CodeQuestion } from './codeQuestions.ts';

/** Pseudorandom numbers from 0 to 1, the same for a seed: mulberry32. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
};

const letter = (random: () => number): string => String.fromCharCode(97 + Math.floor(random() * 26));

const misspelt = (word: string, random: () => number): string => {
  const at = Math.floor(random() * word.length);
  const [head, tail] = [word.slice(0, at), word.slice(at)];
  return (
    [
      () => head + tail.slice(1),
      () => head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
      () => head + letter(random) + tail.slice(1),
      () => head + letter(random) + tail,
    ][Math.floor(random() * 4)]?.() ?? word
  );
};

/** The questions, the given share of them with one edit in one of their words of five letters or more; always the same. */
export const withTypos = (questions: readonly CodeQuestion[], share: number): CodeQuestion[] => {
  const random = randomFrom(1);
  return questions.map((question) => {
    if (random() >= share) return question;
    const words = [...question.query.matchAll(/(?<![\p{L}\p{N}_])\p{L}{5,}(?![\p{L}\p{N}_])/gu)];
    const word = words[Math.floor(random() * words.length)];
    if (word === undefined) return question;
    const [typed, at] = [misspelt(word[0], random), word.index];
    return { ...question, query: question.query.slice(0, at) + typed + question.query.slice(at + word[0].length) };
  });
};
