import { describe, expect, it } from 'vitest';
import type { Baseline, RankedDrawer } from './baseline.ts';
import { corpusChanges, driftFrom } from './driftFrom.ts';
import { driftReport } from './driftReport.ts';

const drawersOf = (text: string): RankedDrawer[] =>
  text.split(' ').map((pair) => {
    const [drawer = '', score] = pair.split('=');
    return { drawer, score: Number(score) };
  });
/** A baseline of one question; its answer is the drawer `a`. */
const ranked = (text: string, query = 'which one'): Baseline => {
  const top = drawersOf(text);
  const at = top.findIndex(({ drawer }) => drawer === 'a');
  const ranking = { kind: 'words' as const, query, answer: at === -1 ? null : at + 1, top };
  return { model: 'm', drawers: 3, corpus: {}, rankings: { q: ranking } };
};
const recorded = ranked('a=0.9 b=0.7 c=0.5');
const driftsTo = (text: string, from = recorded): boolean => driftFrom(from, ranked(text)).length > 0;

describe('driftFrom', () => {
  it('passes what is within the tolerance of the recorded scores', () => {
    expect(driftsTo('a=0.9004 b=0.6996 c=0.5')).toBe(false);
  });

  it('finds a score that moved while every drawer kept its rank', () => {
    expect(driftsTo('a=0.9 b=0.701 c=0.5')).toBe(true);
  });

  it('finds drawers that changed places, came or went', () => {
    expect(driftsTo('b=0.9 a=0.7 c=0.5')).toBe(true);
    expect(driftsTo('a=0.9 x=0.7 c=0.5')).toBe(true);
    expect(driftsTo('a=0.9 b=0.7 x=0.6')).toBe(true);
    expect(driftsTo('a=0.9 b=0.7')).toBe(true);
    expect(driftsTo('a=0.9 b=0.7 c=0.5 x=0.4')).toBe(true);
  });

  it('lets drawers whose scores are tied change places, and no others', () => {
    const tied = ranked('a=0.9 b=0.9002 c=0.5 d=0.3');
    expect(driftsTo('b=0.9002 a=0.9 c=0.5 d=0.3', tied)).toBe(false);
    expect(driftsTo('c=0.5 b=0.9002 a=0.9 d=0.3', tied)).toBe(true);
  });

  it('lets one drawer step in for another only where both are tied with the last', () => {
    expect(driftsTo('a=0.9 b=0.7 x=0.5003')).toBe(false);
    expect(driftsTo('a=0.9 x=0.7 c=0.5')).toBe(true);
  });

  it('finds a question that is new, gone or put otherwise, and another answer in the same ranking', () => {
    const none = { ...recorded, rankings: {} };
    expect(driftFrom(none, recorded)).toHaveLength(1);
    expect(driftFrom(recorded, none)).toHaveLength(1);
    expect(driftFrom(recorded, ranked('a=0.9 b=0.7 c=0.5', 'which other'))).toHaveLength(1);
    const otherAnswer = {
      ...recorded,
      rankings: { q: { ...ranked('a=0.9 b=0.7 c=0.5').rankings.q, answer: 2 } },
    } as Baseline;
    expect(driftFrom(recorded, otherAnswer)).toHaveLength(1);
  });
});

describe('corpusChanges', () => {
  it('names each file that is new, gone or changed', () => {
    expect(corpusChanges({ same: '1', changed: '1', gone: '1' }, { same: '1', changed: '2', added: '1' })).toEqual(
      ['added is new', 'changed has changed', 'gone is gone'],
    );
  });
});

describe('driftReport', () => {
  it('is empty where nothing drifted', () => {
    expect(driftReport(recorded, ranked('a=0.9 b=0.7 c=0.5'))).toBe('');
  });

  it('shows the ranks that moved, what the answer lost, the aggregate and how to record', () => {
    expect(driftReport(recorded, ranked('b=0.95 a=0.9 c=0.5')).split('\n')).toEqual([
      '1 of 1 rankings drifted from the baseline.',
      '',
      'q (words): which one',
      '  answer: #1 → #2',
      '  #   recorded    now',
      '  1   0.9000  a   0.9500  b',
      '  2   0.7000  b   0.9000  a',
      '',
      '                 MRR             hit@1           hit@5   hit@10',
      'words (1)        1.000 → 0.500   1.000 → 0.000   1.000   1.000',
      'paraphrase (0)   0.000           0.000           0.000   0.000',
      'code (0)         0.000           0.000           0.000   0.000',
      'all (1)          1.000 → 0.500   1.000 → 0.000   1.000   1.000',
      '',
      'Where the change is meant: npm run baseline -- --record, and say in the commit why rankings move.',
    ]);
  });

  it('sums up what changed scores alone', () => {
    expect(driftReport(recorded, ranked('a=0.91 b=0.6 c=0.5')).split('\n').slice(0, 5)).toEqual([
      '1 of 1 rankings drifted from the baseline.',
      '',
      'Same order, other scores; the greatest change in each:',
      '  q   −0.1000',
      '',
    ]);
  });

  it('says first that the corpus or the model is another', () => {
    const report = driftReport(
      { ...recorded, corpus: { 'docs/a.md': '1' } },
      { ...recorded, model: 'n', corpus: {} },
    );
    expect(report.split('\n').slice(0, 3)).toEqual([
      'The model is n, the recorded one m.',
      'The corpus is not the recorded one:',
      '  docs/a.md is gone',
    ]);
  });
});
