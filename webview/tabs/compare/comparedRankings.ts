import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import type { Failure } from '../../host/failure.ts';
import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { rankingKey, rankingOf, type Ranking } from '../../state/ranking.ts';
import type { Translate } from '../../text/translate.ts';
import type { Option } from '../../ui/optionSelect.ts';

/** The state of a ranking. */
type RankingState =
  | { readonly kind: 'there'; readonly result: SearchResult }
  | { readonly kind: 'coming' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export const rankingState = (ranking: Ranking, run: SearchRun, { sideQueries }: InspectorState): RankingState => {
  if (ranking.kind === 'run') return { kind: 'there', result: run.result };
  if (ranking.kind === 'packet') {
    const packet = sideQueries.packets.get(ranking.name);
    return packet === undefined ? { kind: 'coming' } : { kind: 'there', result: packet.result };
  }
  const sideQuery = sideQueries.rankings.get(rankingKey(ranking));
  if (sideQuery?.failure) return { kind: 'failed', failure: sideQuery.failure };
  return sideQuery?.answer ? { kind: 'there', result: sideQuery.answer } : { kind: 'coming' };
};

/**
 * The two rankings that are compared. Unless others were chosen: the ranking by the legs alone, and the search as
 * shown.
 */
export const comparedRankings = (
  run: SearchRun,
  { sideQueries: { compared }, profiles }: InspectorState,
): readonly [Ranking, Ranking] => {
  const plain: Ranking =
    profiles.names.includes('baseline') && run.result.profile !== 'baseline'
      ? { kind: 'profile', name: 'baseline' }
      : { kind: 'cosine' };
  return [
    compared.a === null ? plain : rankingOf(compared.a),
    compared.b === null ? { kind: 'run' } : rankingOf(compared.b),
  ];
};

export const rankingName = (ranking: Ranking, run: SearchRun, t: Translate): string => {
  switch (ranking.kind) {
    case 'run':
      return run.search.overrides === undefined
        ? t('this search ({0})', run.result.profile)
        : t('this search ({0}, other values)', run.result.profile);
    case 'cosine':
      return t('cosine only');
    case 'profile':
    case 'packet':
      return ranking.name;
  }
};

/** All rankings that can be chosen. */
export const rankingOptions = (
  run: SearchRun,
  { profiles, sideQueries }: InspectorState,
  t: Translate,
): readonly Option[] => {
  const rankings: readonly Ranking[] = [
    { kind: 'run' },
    ...profiles.names.map((name) => ({ kind: 'profile', name }) as const),
    { kind: 'cosine' },
    ...[...sideQueries.packets.keys()].map((name) => ({ kind: 'packet', name }) as const),
  ];
  return rankings.map((ranking) => ({ value: rankingKey(ranking), label: rankingName(ranking, run, t) }));
};
