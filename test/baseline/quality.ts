import { mean } from '../bench/support/rankingMetrics.ts';
import type { Baseline } from './baseline.ts';
import { questionKinds } from './questions.ts';

/** How well questions of one kind are answered, over the first ten results. */
export interface Quality {
  readonly kind: string;
  readonly questions: number;
  /** Mean of 1 / rank of the first answer; 0 where there is none. */
  readonly mrr: number;
  /** Share of the questions with an answer among the first 1, 5 and 10. */
  readonly hit1: number;
  readonly hit5: number;
  readonly hit10: number;
}

const cutOff = 10;

/** By kind, and over all. */
export const qualityOf = ({ rankings }: Baseline): Quality[] =>
  [...questionKinds, 'all'].map((kind) => {
    const ranks = Object.values(rankings)
      .filter((ranking) => kind === 'all' || ranking.kind === kind)
      .map(({ answer }) => answer ?? Infinity);
    const hit = (k: number): number => mean(ranks.map((rank) => (rank <= k ? 1 : 0)));
    return {
      kind,
      questions: ranks.length,
      mrr: mean(ranks.map((rank) => 1 / rank)),
      hit1: hit(1),
      hit5: hit(5),
      hit10: hit(cutOff),
    };
  });
