import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { cachedTextTerms, placesAmong } from '../../../../../extension/palace/retrieval/candidates/textTerms.ts';
import { pairEvidence } from '../../../../../extension/palace/retrieval/phases/evidence/pairEvidence.ts';
import { sentenceEvidence } from '../../../../../extension/palace/retrieval/phases/evidence/sentenceEvidence.ts';
import { candidate, contextOf, through } from '../../../../fixtures/candidates.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const texts = fc
  .array(
    fc.constantFrom(
      'crane',
      'berth',
      'tide',
      'craneBerth',
      'crane_tide',
      'the ship',
      'is.',
      'was!\n',
      '\n- ',
      '港の船',
    ),
    { maxLength: 40 },
  )
  .map((words) => words.join(' '));

const query = ['crane', 'berth', 'tide'];
const context = contextOf(
  { pair_weight: 0.5, sentence_weight: 0.5 },
  { terms: query.map((term, i) => ({ term, idf: i + 1, weight: 1, df: 1, dfInScope: 1 })), termOrder: query },
);

it('a text too long for its terms to be kept has the same scores and reasons, and is gone through once', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const analyser = new Analyser();
      let scans = 0;
      const scan = analyser.scan.bind(analyser);
      analyser.scan = (...args) => {
        scans += 1;
        scan(...args);
      };
      const scored = (room: number) => {
        const before = { ...candidate({ type: 'conversation' }), terms: cachedTextTerms(analyser, room)(text) };
        const { candidates } = through(pairEvidence, [before], context);
        return through(sentenceEvidence, candidates, context).candidates[0]?.events;
      };
      const kept = scored(text.length);
      expect(scans).toBe(1);
      expect(scored(-1)).toEqual(kept);
      expect(scans).toBe(2);
      const long = cachedTextTerms(analyser, -1)(text);
      expect(placesAmong(long, new Set(query)).terms).toEqual(long.terms.filter((term) => query.includes(term)));
    }),
    { numRuns: runs(300) },
  );
});
