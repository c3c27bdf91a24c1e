import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A repeatable stream of numbers in [0, 1) (mulberry32). */
export const randomNumbers = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const syllables = [
  'ka',
  'ro',
  'mi',
  'ten',
  'sol',
  'va',
  'ler',
  'du',
  'pin',
  'gra',
  'bel',
  'no',
  'fis',
  'tor',
  'ul',
  'em',
  'sha',
  'qui',
  'or',
  'ze',
];

/** Distinct words by rank, the short ones first, as in a language. */
const vocabulary = (size: number, random: () => number): string[] => {
  const words = new Set<string>();
  while (words.size < size) {
    // 20 syllables: 420 words of one or two, 8,000 of three, 160,000 of four.
    const length = words.size < 200 ? 1 + Math.floor(random() * 2) : words.size < 4_000 ? 3 : 4;
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)] ?? 'ka').join(''));
  }
  return [...words];
};

export interface SyntheticText {
  /** A word drawn by Zipf's law. */
  readonly word: () => string;
  readonly sentence: () => string;
  /** Sentences of 760 characters or a little more together: the size of a drawer. */
  readonly paragraph: () => string;
}

export const syntheticText = (seed: number, size = 30_000): SyntheticText => {
  const random = randomNumbers(seed);
  const words = vocabulary(size, random);
  const word = (): string => words[Math.min(size - 1, Math.floor(size ** random()) - 1)] ?? 'ka';
  const sentence = (): string => {
    const list = Array.from({ length: 6 + Math.floor(random() * 14) }, word);
    return `${list.join(' ').replace(/^./, (first) => first.toUpperCase())}.`;
  };
  const paragraph = (): string => {
    let sentences = sentence();
    while (sentences.length < 760) sentences += ` ${sentence()}`;
    return sentences;
  };
  return { word, sentence, paragraph };
};

/** Files of about 8 drawers each in four projects of unequal size; returns how many drawers' worth of text was written. */
export const writeSyntheticWorkspace = (folder: string, drawers: number, text: SyntheticText): void => {
  const projects = ['core', 'core', 'core', 'core', 'core', 'web', 'web', 'tools', 'notes'];
  for (const project of new Set(projects)) {
    mkdirSync(path.join(folder, project), { recursive: true });
    writeFileSync(path.join(folder, project, 'package.json'), `{ "name": "${project}" }\n`);
  }
  for (let written = 0, file = 0; written < drawers; file++) {
    const room = path.join(folder, projects[file % projects.length] ?? 'core', `part${file % 7}`);
    mkdirSync(room, { recursive: true });
    const paragraphs = Array.from({ length: 8 }, text.paragraph);
    writeFileSync(path.join(room, `file${file}.md`), `${paragraphs.join('\n\n')}\n`);
    written += paragraphs.length;
  }
};
