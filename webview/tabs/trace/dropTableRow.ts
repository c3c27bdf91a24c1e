import { dropLook } from '../../score/dropLook.ts';
import { shownScore } from '../../score/scoreSteps.ts';
import { element } from '../../ui/element.ts';
import { icon } from '../../ui/icon.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { VirtualRow } from '../../ui/virtualList.ts';
import { dropColumns, type DropRow } from './dropRows.ts';

const scoreText = (value: number | null): string => (value === null ? '' : shownScore(value));

const detailOf = (drop: DropRow, { t, inspector }: Surroundings): HTMLElement =>
  element(
    'div',
    { role: 'row', class: 'drop-detail', hidden: true },
    element(
      'div',
      { role: 'cell', 'aria-colspan': dropColumns.length },
      element('p', {}, drop.reason),
      element(
        'p',
        { class: 'dim' },
        drop.title === drop.drawerId ? '' : `${drop.title} · `,
        drop.wing === '' ? '' : `${drop.wing} · `,
        element('span', { class: 'mono' }, drop.drawerId),
      ),
      element(
        'p',
        {},
        element(
          'button',
          { type: 'button', class: 'quiet', on: { click: () => inspector.editor.openSource(drop.drawerId) } },
          icon('open'),
          t('Open source'),
        ),
        element(
          'button',
          { type: 'button', class: 'quiet', on: { click: () => inspector.askWhyNot(drop.drawerId) } },
          icon('info'),
          t('Why isn’t it here?'),
        ),
      ),
    ),
  );

/** One dropped candidate: a row of the table, and a detail that Enter or Space opens. */
export const dropTableRow = (
  drop: DropRow,
  index: number,
  surroundings: Surroundings,
  toggle: () => void,
): VirtualRow => {
  const button = element(
    'button',
    { type: 'button', class: 'disclose', 'aria-expanded': 'false', on: { click: toggle } },
    icon('chevron'),
    element('span', { class: 'clip' }, drop.name),
  );
  const detail = detailOf(drop, surroundings);
  return {
    element: element(
      'div',
      { class: 'drop' },
      element(
        'div',
        { class: 'drop-row', role: 'row', 'aria-rowindex': index + 2 },
        element('span', { role: 'rowheader', class: 'title' }, button),
        element('span', { role: 'cell', class: 'wing clip' }, drop.wing),
        element(
          'span',
          { role: 'cell', class: 'phase clip' },
          element('span', { class: `swatch family-${dropLook(drop.phase).family}` }),
          drop.phaseName,
        ),
        element('span', { role: 'cell', class: 'reason clip dim' }, drop.reason),
        element('span', { role: 'cell', class: 'cosine num' }, scoreText(drop.cosine)),
        element('span', { role: 'cell', class: 'score num' }, scoreText(drop.score)),
      ),
      detail,
    ),
    button,
    setOpen: (open) => {
      button.setAttribute('aria-expanded', String(open));
      detail.hidden = !open;
    },
  };
};
