import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localReason } from '../../../../../extension/palace/contract/search/localReason.ts';
import {
  legWords,
  reasonTexts,
  reasonValues,
} from '../../../../../extension/palace/contract/search/reasonTexts.ts';
import { plainReasons } from '../../../../../extension/palace/contract/search/plainReasons.ts';
import { gitOutcomes } from '../../../../../extension/palace/contract/filing/commitIndexSchemas.ts';
import { judge } from '../../../../../extension/palace/memory/curation/curationRules.ts';
import { compactionVerdict } from '../../../../../extension/palace/memory/plans/compactionCandidates.ts';
import { partialWarnings } from '../../../../../extension/palace/memory/plans/notesInWhole.ts';
import { reasonOf, refusalOf } from '../../../../../extension/palace/mining/git/gitOutcome.ts';
import { changedTexts } from '../../../../../extension/palace/store/textIntegrity.ts';
import { drawerId, isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import { runPhases } from '../../../../../extension/palace/retrieval/pipeline/runPhases.ts';
import { ticks } from '../../../../fixtures/candidates.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';
import { runs } from '../../../../fixtures/testSize.ts';
import { world } from '../../../../fixtures/phaseWorlds.ts';

const known = new Set<string>([...reasonTexts, ...plainReasons.values(), ...reasonValues, ...legWords]);
/** Marks what it translates. */
const marked = (text: string, ...values: string[]): string =>
  !known.has(text) ? text : `‹${text.replace(/\{(\d+)\}/gu, (_, index: string) => values[Number(index)] ?? '')}›`;
const isKnown = (reason: string): boolean => localReason(reason, marked).startsWith('‹');
const german: Readonly<Record<string, string>> = {
  'place {0} by score, below the first {1}': 'Platz {0} nach Wertung, hinter den ersten {1}',
  '{0}; its score was {1}.': '{0}; bewertet mit {1}.',
  'used in {0} of the last {1}: × {2}': 'verwendet in {0} der letzten {1}: × {2}',
  '{0} sessions': '{0} Sitzungen',
  '{0} days': '{0} Tage',
  'relevance {0} ({1}) in place of the cosine': 'Relevanz {0} ({1}) statt des Kosinus',
  keyword: 'Stichwort',
  'It was not among the {0} candidates: {1}.': 'Es war nicht unter den {0} Kandidaten: {1}.',
  'meaning was not compared': 'die Bedeutung wurde nicht verglichen',
  'Searching by words only: {0}': 'Suche nur nach Wörtern: {0}',
  '[Pattern: seen {0} times since {1}]': '[Muster: {0}-mal gesehen seit {1}]',
  'it holds none of the query’s words': 'es enthält kein Wort der Abfrage',
};
const inGerman = (text: string, ...values: string[]): string =>
  (german[text] ?? text).replace(/\{(\d+)\}/gu, (_, index: string) => values[Number(index)] ?? '');

describe('the reasons of the engine', () => {
  it('are read back and said in the display language', () => {
    expect(localReason('place 12 by score, below the first 10', inGerman)).toBe(
      'Platz 12 nach Wertung, hinter den ersten 10',
    );
    expect(localReason('Place 12 by score, below the first 10; its score was 0.388.', inGerman)).toBe(
      'Platz 12 nach Wertung, hinter den ersten 10; bewertet mit 0.388.',
    );
    expect(localReason('used in 2 sessions of the last 30 days: × 1.330', inGerman)).toBe(
      'verwendet in 2 Sitzungen der letzten 30 Tage: × 1.330',
    );
    expect(localReason('relevance 0.691 (keyword #9 → 0.42; semantic –) in place of the cosine', inGerman)).toBe(
      'Relevanz 0.691 (Stichwort #9 → 0.42; semantic –) statt des Kosinus',
    );
    expect(
      localReason(
        'It was not among the 3 candidates: it holds none of the query’s words; meaning was not compared.',
        inGerman,
      ),
    ).toBe(
      'Es war nicht unter den 3 Kandidaten: es enthält kein Wort der Abfrage; die Bedeutung wurde nicht verglichen.',
    );
  });

  it('have their numbers as the display language writes them, and names as they are', () => {
    const said = (reason: string): string =>
      localReason(reason, inGerman, (value, digits) =>
        value.toLocaleString('de', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      );
    expect(said('Place 12 by score, below the first 10; its score was 0.388.')).toBe(
      'Platz 12 nach Wertung, hinter den ersten 10; bewertet mit 0,388.',
    );
    expect(said('Place 12 by score, below the first 10; its score was -0.020.')).toContain('mit -0,020.');
    expect(said('used in 1,204 sessions of the last 30 days: × 1.330')).toBe(
      'verwendet in 1.204 Sitzungen der letzten 30 Tage: × 1,330',
    );
    expect(
      said('relevance 0.691 (keyword #9 → 0.42: text 0.40, path 0.02; semantic –) in place of the cosine'),
    ).toBe('Relevanz 0,691 (Stichwort #9 → 0,42: text 0,40, path 0,02; semantic –) statt des Kosinus');
    expect(said('By recency it is number 1,204 of the 12,345 drawers that hold a word of the query.')).toContain(
      'number 1.204 of the 12.345 drawers',
    );
    for (const named of [
      'its wing is 1.5',
      'it does not have the tag 2,000',
      'it holds the excluded word “1.5”',
      "wing '1.5' already saturated (3 selected results)",
      'Set mmr_lambda to 0.5: it would be result 2.',
      'It is outside the search’s scope: its path is 1.5.',
      'a reason of a later version: 1.5',
    ])
      expect(said(named)).toBe(named);
  });

  it('are a warning’s, too, and what it gives as its cause', () => {
    const cause = 'The embedding model is missing.';
    const said = (reason: string): string =>
      localReason(reason, (text, ...values) => (text === cause ? 'Das Modell fehlt.' : inGerman(text, ...values)));
    expect(said(`Searching by words only: ${cause}`)).toBe('Suche nur nach Wörtern: Das Modell fehlt.');
    expect(said('[Pattern: seen 3 times since 2026-01-05]')).toBe('[Muster: 3-mal gesehen seit 2026-01-05]');
    expect(said('Found by added words: 1.5')).toBe('Found by added words: 1.5');
  });

  it('stay as they are if they are not known', () => {
    expect(localReason('a reason of a later version; pinned', marked)).toBe('a reason of a later version; pinned');
    expect(localReason('', marked)).toBe('');
    const long = `its path is ${'a'.repeat(2_000)}`;
    expect(localReason(long, marked)).toBe(long);
  });

  it('are all known: those of the phases', () => {
    fc.assert(
      fc.property(world, ({ candidates, context }) => {
        const { results, dropped } = runPhases(candidates, context, ticks());
        for (const { annotations } of results)
          for (const mark of annotations ?? []) expect([mark, isKnown(mark)]).toEqual([mark, true]);
        for (const { events, selection } of results)
          // The fusion's event of these candidates is the fixture's own.
          for (const { reason } of [
            ...events.filter(({ phase }) => phase !== 'fusion'),
            ...(selection?.events ?? []),
          ])
            expect([reason, isKnown(typeof reason === 'string' ? reason : reason())]).toEqual([reason, true]);
        for (const { reason } of dropped) expect([reason, isKnown(reason)]).toEqual([reason, true]);
      }),
    );
  });

  it('are all known: those of plans', () => {
    const text = 'it is pinned';
    expect(localReason(text, marked)).toBe(`‹${text}›`);
    const flags = {
      compaction_threshold: 0.3,
      compaction_age_days: 30,
      decay_enabled: false,
      decay_lambda: 0.1,
      ltp_max_boost: 2,
    };
    const dayOf = (day: number) => isoTime(Date.parse('2026-03-01T12:00:00Z') - day * 86_400_000);
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.record({
          pinned: fc.boolean(),
          sensitive: fc.boolean(),
          archived: fc.boolean(),
          days: fc.nat({ max: 60 }),
          uses: fc.nat({ max: 9 }),
          rejected: fc.option(fc.nat({ max: 40 })),
          by: fc.option(fc.constant('newer')),
          decays: fc.boolean(),
        }),
        ({ pinned, sensitive, archived, days, uses, rejected, by, decays }) => {
          const verdict = compactionVerdict(
            {
              drawer: {
                id: drawerId('old'),
                pinned,
                sensitive,
                archived,
                filedAt: dayOf(90),
                lastAccessed: dayOf(days),
                accessCount: uses,
              },
              supersededBy: by,
              rejectedAt: rejected === null ? null : dayOf(rejected),
            },
            { ...flags, decay_enabled: decays },
            Date.parse('2026-03-01T12:00:00Z'),
          );
          if ('candidate' in verdict) return;
          expect([verdict.kept, isKnown(verdict.kept)]).toEqual([verdict.kept, true]);
          seen.add(verdict.kept.replaceAll(/[\d.-]+/gu, '#'));
        },
      ),
      { numRuns: runs(500) },
    );
    expect(seen.size).toBeGreaterThan(6);
    for (const parts of [1, 12])
      for (const warning of partialWarnings(parts)) expect([warning, isKnown(warning)]).toEqual([warning, true]);
  });

  it('are all known: those of curation', () => {
    const seen = new Set<string>();
    const note = fc.record({
      text: fc.constantFrom(
        'The gateway allows 100 requests a minute per client.',
        'The gateway allows 500 requests a minute per client.',
        'The gateway no longer allows 100 requests a minute per client.',
        'The gateway rejects 100 requests a minute per client.',
        'The gateway allows 100 requests a minute per client. Harbor and Lantern use it since 2026-01-05.',
        'The release of the gateway is on 2026-01-05.',
        'The release of the gateway is on 2026-02-07.',
        'Requests are limited.',
      ),
      type: fc.constantFrom('decision' as const, 'insight' as const),
      day: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(note, note, fc.constantFrom(0.9, 0.97), (fresh, known, similarity) => {
        const [one, other] = [fresh, known].map(({ text, type, day }, i) => ({
          id: drawerId(`note ${i}`),
          text,
          type,
          filedAt: isoTime(`2026-03-0${day}`),
        }));
        if (one === undefined || other === undefined) throw new Error('two notes were given');
        const { reason } = judge(one, other, similarity);
        seen.add(reason);
        for (const said of [reason, `${reason}, in one part of a long note`])
          expect([said, isKnown(said)]).toEqual([said, true]);
      }),
      { numRuns: runs(500) },
    );
    expect([...seen].sort()).toEqual([
      'decides differently',
      'lacks numbers, dates or names of the other',
      'on the same subject, without a contradiction',
      'retracts it',
      'says all of it and more',
      'says the same',
      'the other is newer',
      'the same with another date',
      'the same with another number',
    ]);
  });

  it('are all known: those of commits and of changed texts', () => {
    const details: Readonly<Record<string, readonly string[]>> = {
      no_such_branch: ['2.5'],
      not_a_repository: ['', '/repositories/2.5/.git/worktrees/1.5', 'C:\\2.5\\.git\\modules\\1.5'],
      damaged: ['', 'fatal: bad object; 1.5'],
      git_too_old: ['', '2.5, 2.40 is needed'],
    };
    const root = '/repositories/2.5';
    const reasons = gitOutcomes.flatMap((outcome) =>
      outcome === 'indexed' ? [] : (details[outcome] ?? ['']).map((detail) => reasonOf(outcome, { root, detail })),
    );
    reasons.push(refusalOf('fatal: unable to read tree 1.5', '/repositories/a').reason);
    for (const reason of reasons) {
      expect([reason, isKnown(reason)]).toEqual([reason, true]);
      // Versions and git’s own words are no numbers of the display language.
      expect(
        localReason(
          reason,
          (text, ...values) => inGerman(text, ...values),
          () => '#',
        ),
      ).toBe(reason);
    }
    const changed = changedTexts([{ id: drawerId('a'), text: 'changed', contentHash: 'of another' }]);
    expect(changed.map(({ problem }) => isKnown(problem))).toEqual([true]);
  });

  it('are all known: those of a palace, and why a drawer is not among the results', async () => {
    const { palace } = await minedPalace();
    for (const [i, importance] of [0, 0.5, 1].entries())
      await palace.save({
        text: `The token of ${i} days rotates. Seen last week.`,
        type: 'decision',
        importance,
        filed_at: `2026-0${i + 1}-01`,
      });
    const { drawers } = await palace.list({ limit: 1000 });
    const said: string[] = [];
    for (const profile of ['default', 'orient', 'decide', 'seed_rrf'])
      for (const query of [
        'when did the token rotate',
        'token kind:docs',
        'token path:notes -anchor',
        '"spent token"',
      ])
        for (const sort_by of ['relevance', 'recency'] as const) {
          const request = { query, profile, sort_by, k: 3 };
          const { results, candidate_trace: trace } = await palace.search({
            ...request,
            explain: true,
            candidate_trace: true,
          });
          for (const { score_events: events = [], selection_events: terms = [], annotations } of results)
            said.push(...[...events, ...terms].map(({ reason }) => reason), ...annotations);
          said.push(...(trace ?? []).flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : [])));
          for (const { drawer_id } of drawers.filter((_, n) => n % 12 === 0)) {
            const { reason, fixes } = await palace.whyNot({ ...request, drawer_id });
            said.push(reason, ...fixes);
          }
        }
    const pin = drawers.find(({ type }) => type !== 'file')?.drawer_id ?? '';
    await palace.update({ drawer_ids: [pin], pinned: true });
    for (const tokens of [150, 2000]) {
      const { pinned, memories, left_out: left } = await palace.sessionContext({ tokens });
      said.push(...[...pinned, ...memories, ...left].map(({ reason }) => reason));
    }
    said.push(...(await palace.maintain({ dry_run: true })).changes.map(({ reason }) => reason));
    for (const form of [/^pinned, ltp/, /^ltp/, /^the budget/, /old \(limit/])
      expect(said).toContainEqual(expect.stringMatching(form));
    expect(said.length).toBeGreaterThan(500);
    expect([...new Set(said)].filter((reason) => !isKnown(reason))).toEqual([]);
    await palace.close();
  });

  it('name no key of the data, whatever the answer calls it', () => {
    const english = (text: string, ...values: string[]): string =>
      text.replace(/\{(\d+)\}/gu, (_, index: string) => values[Number(index)] ?? '');
    expect(localReason('ltp 1.330 (1 session), found by 2 searches: 1.862', english)).toBe(
      'long-term potentiation 1.330 (used in 1 session lately), found by 2 searches: score 1.862',
    );
    expect(
      localReason('pinned, used in this session, ltp 1.330 (2 sessions), found by 1 search: 1.596', english),
    ).toBe(
      'pinned, used in this session, long-term potentiation 1.330 (used in 2 sessions lately), found by 1 search: score 1.596',
    );
    expect(localReason('ltp=0.45 is not below 0.3', english)).toBe('long-term potentiation 0.45 is not below 0.3');
    expect(localReason('decayed_ltp=0.45 is not below 0.3', english)).toBe(
      'long-term potentiation after decay 0.45 is not below 0.3',
    );
    const shown = reasonTexts.map((text) => plainReasons.get(text) ?? text);
    expect(shown.filter((text) => /\bltp\b|_ltp\b/u.test(text))).toEqual([]);
  });

  it('name each value once, in order', () => {
    for (const text of [...reasonTexts, ...plainReasons.values()])
      expect([...text.matchAll(/\{(\d+)\}/gu)].map(([, index]) => Number(index))).toEqual(
        [...text.matchAll(/\{\d+\}/gu)].map((_, i) => i),
      );
  });
});
