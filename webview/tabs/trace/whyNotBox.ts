import { reasonText } from '../../score/reasonText.ts';
import type { SearchChange, WhyNot } from '../../../extension/palace/contract/search/searchResult.ts';
import { svgOf } from '../../charts/scoreScale.ts';
import { counted } from '../../score/counted.ts';
import { dropLook } from '../../score/dropLook.ts';
import { formatCount } from '../../score/numberFormat.ts';
import type { InspectorState } from '../../state/inspectorState.ts';
import { element, replaceContent } from '../../ui/element.ts';
import { actionButton } from '../../ui/toolkit.ts';
import type { Surroundings } from '../../ui/view.ts';
import { lastRank, rankRuler } from './rankRuler.ts';
import { legName } from '../../text/legName.ts';

const rulerWidth = 120;
const rulerHeight = 22;
type LegRank = WhyNot['leg_ranks'][string];

const rulerChart = (leg: LegRank, last: number): SVGSVGElement => {
  const { node, svg } = svgOf('ruler', rulerWidth, rulerHeight);
  const { start, end, depth, at, inside } = rankRuler(leg, last, rulerWidth);
  svg.attr('aria-hidden', 'true');
  svg
    .append('rect')
    .attr('class', 'inside')
    .attr('x', start)
    .attr('y', 8)
    .attr('width', depth - start)
    .attr('height', 6);
  svg
    .append('line')
    .attr('class', 'grid zero')
    .attr('x1', start)
    .attr('x2', end)
    .attr('y1', 14.5)
    .attr('y2', 14.5);
  svg.append('line').attr('class', 'cutline').attr('x1', depth).attr('x2', depth).attr('y1', 3).attr('y2', 19);
  if (at !== null)
    svg
      .append('circle')
      .attr('class', inside ? 'at in' : 'at')
      .attr('cx', at)
      .attr('cy', 11)
      .attr('r', 4);
  return node;
};

const verdictOf = (answer: WhyNot, { t }: Surroundings): string => {
  if (answer.rank !== null) return t('It is here: #{0}.', answer.rank);
  if (!answer.in_scope) return t('The filters exclude it.');
  if (!answer.entered_pool) return t('It was not among the candidates.');
  if (answer.dropped_at === null) return t('It is not among the results.');
  return t('It was dropped: {0}.', t(dropLook(answer.dropped_at).label));
};

const legTable = ({ leg_ranks: legs, entered_pool: entered }: WhyNot, { t }: Surroundings): HTMLElement | null => {
  const entries = Object.entries(legs);
  if (entries.length === 0) return null;
  const last = lastRank(entries.map(([, leg]) => leg));
  const note = ({ rank, matched, depth }: LegRank): string => {
    if (rank === null)
      return counted(matched, '1 drawer matches, this one doesn’t', '{0} drawers match, this one doesn’t', t);
    if (rank > depth) return counted(rank - depth, '1 place too low', '{0} places too low', t);
    // Its rank in one leg may be good enough while both together are not.
    return entered
      ? t('within the first {0}', formatCount(depth))
      : t('within the first {0}, but too low in both together', formatCount(depth));
  };
  return element(
    'table',
    { class: 'leg-ranks' },
    element('caption', { class: 'sr-only' }, t('Rank in each leg against the pool’s depth')),
    element(
      'thead',
      { class: 'sr-only' },
      element(
        'tr',
        {},
        [t('Leg'), t('Ruler'), t('Rank and depth'), t('Meaning')].map((text) =>
          element('th', { scope: 'col' }, text),
        ),
      ),
    ),
    element(
      'tbody',
      {},
      entries.map(([name, leg]) =>
        element(
          'tr',
          {},
          element('th', { scope: 'row' }, legName(name, t)),
          element('td', {}, rulerChart(leg, last)),
          element(
            'td',
            { class: 'num' },
            leg.rank === null ? '–' : `${formatCount(leg.rank)} / ${formatCount(leg.depth)}`,
          ),
          element('td', { class: 'dim' }, note(leg)),
        ),
      ),
    ),
  );
};

/** What would help: a button that does it, or a sentence if only the person can. */
const remedy = (
  fix: string,
  change: SearchChange | null,
  { inspector, announcer, t }: Surroundings,
): HTMLElement | string =>
  change === null
    ? fix
    : element(
        'button',
        {
          type: 'button',
          class: 'quiet remedy',
          on: {
            click: () => {
              if (!inspector.change(change)) announcer.tell(t('This has to be changed in the profile.'));
            },
          },
        },
        fix,
      );

const answerOf = (answer: WhyNot, surroundings: Surroundings): readonly (HTMLElement | null)[] => [
  element('p', { class: 'strong' }, verdictOf(answer, surroundings)),
  element(
    'p',
    {},
    element('span', { class: 'dim' }, answer.title),
    element('br'),
    reasonText(answer.reason, surroundings.t),
  ),
  // Ranks among drawers in scope say nothing about one outside it.
  answer.in_scope ? legTable(answer, surroundings) : null,
  answer.fixes.length === 0
    ? null
    : element(
        'ul',
        { class: 'fixes', 'aria-label': surroundings.t('What would bring it in') },
        answer.fixes.map((fix, index) =>
          element(
            'li',
            {},
            remedy(reasonText(fix, surroundings.t), answer.changes?.[index] ?? null, surroundings),
          ),
        ),
      ),
];

const answerContent = (
  whyNot: InspectorState['sideQueries']['whyNot'],
  surroundings: Surroundings,
): readonly (HTMLElement | null)[] => {
  const { t } = surroundings;
  if (whyNot === null)
    return [
      element(
        'p',
        { class: 'dim' },
        t('Name a drawer that you expected: its ID, its file’s path, or some of its words.'),
      ),
    ];
  if (whyNot.answer !== null) return answerOf(whyNot.answer, surroundings);
  if (whyNot.failure === null) return [element('p', { class: 'dim' }, t('Looking…'))];
  const { message, remedy, code } = whyNot.failure;
  return [
    element('p', { class: 'strong' }, message),
    element('p', {}, remedy),
    element('p', { class: 'dim' }, element('code', {}, code)),
  ];
};

interface WhyNotBox {
  readonly element: HTMLElement;
  readonly update: (state: InspectorState) => void;
}

/** “Why isn’t it here?”: takes an ID, a path or words; shows a verdict, a ruler per leg, and what would bring the drawer in. */
export const whyNotBox = (surroundings: Surroundings): WhyNotBox => {
  const { inspector, t } = surroundings;
  const answer = element('div', { class: 'answer', 'aria-live': 'polite' });
  const input = element('input', {
    type: 'text',
    class: 'text-input',
    'aria-label': t('Drawer: ID, path or text'),
    placeholder: t('ID, path or text of a drawer'),
    maxlength: 2000,
    spellcheck: 'false',
  });
  const ask = (): void => {
    if (input.value.trim() === '') input.focus();
    else inspector.askWhyNot(input.value);
  };
  let shown: InspectorState['sideQueries']['whyNot'] | undefined;
  return {
    element: element(
      'section',
      { class: 'whynot', 'aria-label': t('Why isn’t it here?') },
      element('h2', {}, t('Why isn’t it here?')),
      element(
        'form',
        {
          class: 'ask',
          on: {
            submit: (event) => {
              event.preventDefault();
              ask();
            },
          },
        },
        input,
        actionButton({ label: t('Ask'), run: ask }),
      ),
      answer,
    ),
    update: ({ sideQueries: { whyNot } }) => {
      if (whyNot === shown) return;
      if (whyNot !== null && whyNot.drawer !== shown?.drawer) input.value = whyNot.drawer;
      shown = whyNot;
      answer.setAttribute(
        'aria-busy',
        String(whyNot !== null && whyNot.answer === null && whyNot.failure === null),
      );
      replaceContent(answer, answerContent(whyNot, surroundings));
      if (whyNot !== null && (whyNot.answer !== null || whyNot.failure !== null))
        answer.scrollIntoView({ block: 'nearest' });
    },
  };
};
