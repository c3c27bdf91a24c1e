import type { SearchResult } from '../../../extension/palace/contract/searchResult.ts';
import type { Failure } from '../../host/failure.ts';
import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { rankingKey, rankingOf, type Ranking } from '../../state/ranking.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { optionSelect, type Option } from '../../ui/optionSelect.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { noTrace } from '../noTrace.ts';
import { comparison } from './comparison.ts';
import { sideBySide, stacked } from './comparisonView.ts';
import { rankedSide } from './rankedSide.ts';

const narrowLayout = '(max-width: 699px)';

/** What a ranking holds so far. */
type Held =
  | { readonly kind: 'there'; readonly result: SearchResult }
  | { readonly kind: 'coming' }
  | { readonly kind: 'failed'; readonly failure: Failure };

const heldOf = (ranking: Ranking, run: SearchRun, { sideQueries }: InspectorState): Held => {
  if (ranking.kind === 'run') return { kind: 'there', result: run.result };
  if (ranking.kind === 'packet') {
    const packet = sideQueries.packets.get(ranking.name);
    return packet === undefined ? { kind: 'coming' } : { kind: 'there', result: packet.result };
  }
  const sideQuery = sideQueries.rankings.get(rankingKey(ranking));
  if (sideQuery?.failure) return { kind: 'failed', failure: sideQuery.failure };
  return sideQuery?.answer ? { kind: 'there', result: sideQuery.answer } : { kind: 'coming' };
};

/** Unless chosen: what the legs alone say, against the search as shown. */
const chosenOf = (
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

const open = (surroundings: Surroundings): TabPanel => {
  const { inspector, t } = surroundings;
  const nameOf = (ranking: Ranking, run: SearchRun): string => {
    switch (ranking.kind) {
      case 'run':
        return run.search.overrides === undefined
          ? t('this search ({0})', run.result.profile)
          : t('this search ({0}, other values)', run.result.profile);
      case 'cosine':
        return t('cosine only');
      case 'profile':
        return ranking.name;
      case 'packet':
        return ranking.name;
    }
  };
  const choose =
    (side: 'a' | 'b') =>
    (key: string): void => {
      const { run } = inspector.state;
      if (run === null) return;
      const [a, b] = chosenOf(run, inspector.state).map(rankingKey);
      inspector.chooseRankings({ a: a ?? null, b: b ?? null, [side]: key });
    };
  const pickA = optionSelect(t('Ranking A'), choose('a'));
  const pickB = optionSelect(t('Ranking B'), choose('b'));
  const status = element('p', { class: 'strong', 'aria-live': 'polite' });
  const notice = element('div', { class: 'compare-notice' });
  const slot = element('div');
  const scales = element(
    'p',
    { class: 'dim', hidden: true },
    t('Scores of two profiles are on two scales; compare places first.'),
  );
  const body = element('div', {}, status, notice, slot, scales);
  const packets = element(
    'div',
    { class: 'buttons' },
    actionButton({ label: t('Open packet…'), run: () => inspector.openPacket() }),
    actionButton({ label: t('Save packet…'), run: () => inspector.savePacket() }),
  );
  const labelled = (text: string, control: HTMLElement): HTMLElement =>
    element('label', { class: 'pick' }, element('span', { class: 'dim', 'aria-hidden': 'true' }, text), control);
  const tools = element(
    'div',
    { class: 'compare-tools' },
    labelled('A', pickA.element),
    labelled('B', pickB.element),
    element('span', { class: 'grow' }),
    packets,
  );
  const traceless = element('div');
  const whole = element('div', {}, tools, body, traceless);

  const optionsFor = (run: SearchRun, { profiles, sideQueries }: InspectorState): readonly Option[] => {
    const rankings: readonly Ranking[] = [
      { kind: 'run' },
      ...profiles.names.map((name) => ({ kind: 'profile', name }) as const),
      { kind: 'cosine' },
      ...[...sideQueries.packets.keys()].map((name) => ({ kind: 'packet', name }) as const),
    ];
    return rankings.map((ranking) => ({ value: rankingKey(ranking), label: nameOf(ranking, run) }));
  };
  const failureNote = ({ message, remedy, code }: Failure): HTMLElement =>
    element('p', { class: 'note' }, `${message} ${remedy} `, element('code', {}, code));
  /** A packet of another query can be looked at, but its places say nothing against this search. */
  const otherQuery = (ranking: Ranking, run: SearchRun, { sideQueries }: InspectorState): HTMLElement | null => {
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

  let last: { readonly run: SearchRun; readonly state: InspectorState } | undefined;
  let drawn: readonly unknown[] = [];
  const update = (run: SearchRun, state: InspectorState): void => {
    last = { run, state };
    if (whole.clientWidth === 0) return; // not in the page yet: the observer calls again
    const alike = run.similarTo !== null;
    tools.hidden = body.hidden = alike;
    const [a, b] = chosenOf(run, state);
    const narrow = window.matchMedia(narrowLayout).matches;
    const [inA, inB] = [heldOf(a, run, state), heldOf(b, run, state)];
    // Asked for after this round of updates: a question changes the state itself.
    if (!alike)
      queueMicrotask(() => {
        for (const [ranking, held] of [
          [a, inA],
          [b, inB],
        ] as const)
          if (held.kind === 'coming') inspector.askRanking(ranking);
      });
    const next = [run, state.profiles, state.sideQueries, narrow];
    if (next.every((value, index) => value === drawn[index])) return;
    drawn = next;
    replaceContent(traceless, alike ? noTrace(run, '', surroundings) : null);
    const options = optionsFor(run, state);
    pickA.update(options, rankingKey(a));
    pickB.update(options, rankingKey(b));
    const { opening } = state.sideQueries;
    const failures = [inA, inB].flatMap((held) => (held.kind === 'failed' ? [held.failure] : []));
    const again =
      failures.length === 0
        ? null
        : actionButton({
            label: t('Try again'),
            run: () => {
              inspector.askRanking(a);
              inspector.askRanking(b);
            },
          });
    replaceContent(
      notice,
      [...failures, ...(opening?.failure ? [opening.failure] : [])].map(failureNote),
      again,
      otherQuery(a, run, state),
      otherQuery(b, run, state),
    );
    scales.hidden = inA.kind !== 'there' || inB.kind !== 'there';
    body.setAttribute('aria-busy', String(inA.kind === 'coming' || inB.kind === 'coming'));
    if (inA.kind !== 'there' || inB.kind !== 'there') {
      status.textContent = failures.length > 0 ? t('This ranking could not be had.') : t('Ranking…');
      slot.replaceChildren();
      return;
    }
    const names = [nameOf(a, run), nameOf(b, run)] as const;
    const k = Math.max(
      1,
      Math.min(run.result.results.length, Math.max(inA.result.results.length, inB.result.results.length)),
    );
    const compared = comparison(rankedSide(inA.result), rankedSide(inB.result), k, t);
    if (status.textContent !== compared.verdict) status.textContent = compared.verdict;
    slot.replaceChildren(
      narrow ? stacked(compared, names, surroundings) : sideBySide(compared, names, surroundings),
    );
  };
  const observer = new ResizeObserver(() => {
    if (last !== undefined) update(last.run, last.state);
  });
  observer.observe(whole);
  return { element: whole, update, dispose: () => observer.disconnect() };
};

/** Compare: two rankings of one query side by side, with the slopes between. */
export const compareTab: SearchTab = { id: 'compare', title: 'Compare', count: () => null, open };
