import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import type { Failure } from '../../host/failure.ts';
import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { rankingKey, type Ranking } from '../../state/ranking.ts';
import { exportMenu } from '../../export/exportMenu.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { optionSelect } from '../../ui/optionSelect.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { noTrace } from '../noTrace.ts';
import { sizedPanel } from '../sizedPanel.ts';
import { comparedRankings, rankingName, rankingOptions, rankingState } from './comparedRankings.ts';
import { comparedCells, comparison } from './comparison.ts';
import { sideBySide, stacked } from './comparisonView.ts';
import { rankedSide } from './rankedSide.ts';
import { translatable } from '../../text/translate.ts';

const narrowLayout = '(max-width: 799px)';

type Pair = readonly [Ranking, Ranking];

/** Both pickers, and the buttons for replay packets. */
const compareTools = ({ inspector, t }: Surroundings) => {
  const choose =
    (side: 'a' | 'b') =>
    (key: string): void => {
      const { run } = inspector.state;
      if (run === null) return;
      const [a, b] = comparedRankings(run, inspector.state).map(rankingKey);
      inspector.chooseRankings({ a: a ?? null, b: b ?? null, [side]: key });
    };
  const pickA = optionSelect(t('Ranking A'), choose('a'));
  const pickB = optionSelect(t('Ranking B'), choose('b'));
  const labelled = (text: string, control: HTMLElement): HTMLElement =>
    element('label', { class: 'pick' }, element('span', { class: 'dim', 'aria-hidden': 'true' }, text), control);
  return {
    element: element(
      'div',
      { class: 'compare-tools' },
      labelled('A', pickA.element),
      labelled('B', pickB.element),
      element('span', { class: 'grow' }),
      element(
        'div',
        { class: 'buttons' },
        actionButton({ label: t('Open saved search…'), run: () => inspector.openPacket() }),
        actionButton({ label: t('Save this search…'), run: () => inspector.editor.savePacket() }),
      ),
    ),
    update: (pair: Pair, run: SearchRun, state: InspectorState): void => {
      const options = rankingOptions(run, state, t);
      pickA.update(options, rankingKey(pair[0]));
      pickB.update(options, rankingKey(pair[1]));
    },
  };
};

/** A packet of another query can be looked at, but its ranks can't be compared with those of this search. */
const otherQueryNote = (
  ranking: Ranking,
  run: SearchRun,
  { sideQueries }: InspectorState,
  { inspector, t }: Surroundings,
): HTMLElement | null => {
  const packet = ranking.kind === 'packet' ? sideQueries.packets.get(ranking.name) : undefined;
  if (packet === undefined || packet.query === run.search.query) return null;
  return element(
    'div',
    { class: 'note' },
    element('span', {}, t('“{0}” was recorded for another query: “{1}”.', packet.name, packet.query)),
    actionButton({
      label: t('Search for it now'),
      run: () => inspector.search({ query: packet.query, profile: packet.profile }),
    }),
  );
};

const failureNote = ({ message, remedy, code }: Failure): HTMLElement =>
  element('p', { class: 'note' }, `${message} ${remedy} `, element('code', {}, code));

/** Failures, with a button that asks again, and other notes on the two rankings. */
const notesOf = (
  pair: Pair,
  failures: readonly Failure[],
  run: SearchRun,
  state: InspectorState,
  surroundings: Surroundings,
): readonly (HTMLElement | null)[] => {
  const { inspector, t } = surroundings;
  const { opening } = state.sideQueries;
  const again = actionButton({
    label: t('Try again'),
    run: () => pair.forEach((ranking) => inspector.askRanking(ranking)),
  });
  return [
    ...[...failures, ...(opening?.failure ? [opening.failure] : [])].map(failureNote),
    failures.length === 0 ? null : again,
    ...pair.map((ranking) => otherQueryNote(ranking, run, state, surroundings)),
  ];
};

const open = (surroundings: Surroundings): TabPanel => {
  const { inspector, t } = surroundings;
  const tools = compareTools(surroundings);
  const status = element('p', { class: 'strong', 'aria-live': 'polite' });
  const notice = element('div', { class: 'compare-notice' });
  const slot = element('div');
  const scales = element(
    'p',
    { class: 'dim', hidden: true },
    t('Scores of two profiles are on different scales; compare ranks first.'),
  );
  const body = element('div', {}, status, notice, slot, scales);
  const traceless = element('div');
  let drawn: readonly unknown[] = [];

  const drawComparison = (pair: Pair, a: SearchResult, b: SearchResult, run: SearchRun, narrow: boolean): void => {
    const names = [rankingName(pair[0], run, t), rankingName(pair[1], run, t)] as const;
    const longest = Math.max(a.results.length, b.results.length);
    const k = Math.max(1, Math.min(run.result.results.length, longest));
    const sides = [rankedSide(a), rankedSide(b)] as const;
    const compared = comparison(...sides, k, t);
    if (status.textContent !== compared.verdict) status.textContent = compared.verdict;
    const chart = (narrow ? stacked : sideBySide)(compared, names, surroundings);
    const menu = exportMenu(
      { name: 'compare', chart: () => chart, rows: () => comparedCells(compared, ...sides) },
      surroundings,
    );
    slot.replaceChildren(menu, chart);
  };
  const draw = (run: SearchRun, state: InspectorState): void => {
    const alike = run.similarTo !== null;
    tools.element.hidden = body.hidden = alike;
    const pair = comparedRankings(run, state);
    const [a, b] = [rankingState(pair[0], run, state), rankingState(pair[1], run, state)];
    const coming = pair.filter((_, side) => [a, b][side]?.kind === 'coming');
    // Asked after this round of updates, because a question changes the state.
    if (!alike) queueMicrotask(() => coming.forEach((ranking) => inspector.askRanking(ranking)));
    const narrow = window.matchMedia(narrowLayout).matches;
    const next = [run, state.profiles, state.sideQueries, narrow];
    if (next.every((value, index) => value === drawn[index])) return;
    drawn = next;
    const failures = [a, b].flatMap((side) => (side.kind === 'failed' ? [side.failure] : []));
    replaceContent(traceless, alike ? noTrace(run, '', surroundings) : null);
    tools.update(pair, run, state);
    replaceContent(notice, notesOf(pair, failures, run, state, surroundings));
    body.setAttribute('aria-busy', String(coming.length > 0));
    const areThere = a.kind === 'there' && b.kind === 'there';
    scales.hidden = !areThere;
    if (areThere) return drawComparison(pair, a.result, b.result, run, narrow);
    status.textContent = failures.length > 0 ? t('This ranking is not available.') : t('Ranking…');
    slot.replaceChildren();
  };
  return sizedPanel(element('div', {}, tools.element, body, traceless), draw);
};

/** Compare: two rankings of one query side by side, with the slopes between. */
export const compareTab: SearchTab = { id: 'compare', title: translatable('Compare'), count: () => null, open };
