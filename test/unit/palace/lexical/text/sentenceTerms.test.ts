import { describe, expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { sentencesOf } from '../../../../../extension/palace/lexical/text/sentenceRanges.ts';
import { sentenceTerms, termSequence } from '../../../../../extension/palace/lexical/text/sentenceTerms.ts';

const sentences = (text: string): string[] => sentencesOf(text).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it('end at full stops, question and exclamation marks before white space', () => {
    expect(sentences('We moved to 3.11. Why? Because of “speed.” Done!')).toEqual([
      'We moved to 3.11.',
      'Why?',
      'Because of “speed.”',
      'Done!',
    ]);
  });

  it('do not end at abbreviations, initials or before a small letter', () => {
    expect(sentences('Dr. Smith, J. Doe e.g. Anna came. They left at 5 p.m. on foot.')).toEqual([
      'Dr. Smith, J. Doe e.g. Anna came.',
      'They left at 5 p.m. on foot.',
    ]);
  });

  it('of code are its lines', () => {
    expect(sentences('const a = 1;\n\n  return a + b;\n}')).toEqual(['const a = 1;', 'return a + b;', '}']);
  });

  it('of hard-wrapped prose run over the line break', () => {
    const text =
      'This paragraph was wrapped by its author at some column\nwhich is no reason to cut it in two. The next one\nstarts here.';
    expect(sentences(text)).toEqual([
      'This paragraph was wrapped by its author at some column\nwhich is no reason to cut it in two.',
      'The next one\nstarts here.',
    ]);
  });

  it('of lists are the items', () => {
    expect(sentences('- the first item of this list is long enough to wrap\n- the second one')).toHaveLength(2);
  });

  it('of Chinese and Japanese end at their own marks', () => {
    expect(sentences('我喜欢猫。你呢？是的')).toEqual(['我喜欢猫。', '你呢？', '是的']);
  });

  it('come with their terms', () => {
    expect(sentenceTerms('The cat sat. Dogs bark.', new Analyser()).map(({ terms }) => terms)).toEqual([
      ['cat', 'sat'],
      ['dog', 'bark'],
    ]);
  });
});

describe('the term sequence', () => {
  it('gives each term with its place and its position among the words that count', () => {
    expect(termSequence('The getUser of cats', new Analyser())).toEqual([
      { term: 'getuser', start: 4, end: 11, position: 0 },
      { term: 'get', start: 4, end: 7, position: 0 },
      { term: 'user', start: 7, end: 11, position: 1 },
      { term: 'cat', start: 15, end: 19, position: 2 },
    ]);
  });

  it('marks the whole word where normalising has changed its length', () => {
    expect(termSequence('ﬁleName', new Analyser()).map(({ start, end }) => [start, end])).toEqual([
      [0, 7],
      [0, 7],
      [0, 7],
    ]);
  });
});
