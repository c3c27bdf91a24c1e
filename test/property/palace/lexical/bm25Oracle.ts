import type { Analyser } from '../../../../extension/palace/lexical/text/analysis.ts';
import type { LexicalQuery } from '../../../../extension/palace/lexical/query/lexicalQuery.ts';

export interface OracleHit {
  readonly score: number;
  readonly matched: number;
}

interface OracleDocument {
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
}

const bits = (mask: number): number => [...(mask >>> 0).toString(2)].filter((bit) => bit === '1').length;

/** BM25 from its formula, over plain maps, with nothing kept between queries. */
export class Bm25Oracle {
  readonly #documents = new Map<number, OracleDocument>();
  readonly #analyser: Analyser;

  readonly #b: number;

  constructor(analyser: Analyser, b = 0.75) {
    this.#analyser = analyser;
    this.#b = b;
  }

  add(slot: number, text: string): void {
    const frequencies = new Map<string, number>();
    let length = 0;
    this.#analyser.scan(text, (word) => {
      length += word.length;
      for (const term of word.terms) frequencies.set(term, Math.min(255, (frequencies.get(term) ?? 0) + 1));
    });
    this.#documents.set(slot, { frequencies, length });
  }

  remove(slot: number): void {
    this.#documents.delete(slot);
  }

  score(query: LexicalQuery, scope: ReadonlySet<number>, ofScope: boolean): Map<number, OracleHit> {
    const holds = (document: OracleDocument, terms: readonly string[]): boolean =>
      terms.every((term) => document.frequencies.has(term));
    const population = [...this.#documents]
      .filter(([slot]) => !ofScope || scope.has(slot))
      .map(([, document]) => document);
    const average = population.reduce((sum, { length }) => sum + length, 0) / population.length;
    const hits = new Map<number, OracleHit>();
    for (const [slot, document] of this.#documents) {
      if (!scope.has(slot) || query.excluded.some((terms) => holds(document, terms))) continue;
      let score = 0;
      let held = 0;
      for (const { term, covers, weight } of query.terms) {
        const frequency = document.frequencies.get(term);
        if (frequency === undefined) continue;
        const df = population.filter(({ frequencies }) => frequencies.has(term)).length;
        const idf = Math.log(1 + (population.length - df + 0.5) / (df + 0.5));
        score +=
          (weight * idf * frequency * 2.2) /
          (frequency + 1.2 * (1 - this.#b + (this.#b * document.length) / average));
        held |= covers;
      }
      if (score > 0) hits.set(slot, { score, matched: bits(held) });
    }
    return hits;
  }
}
