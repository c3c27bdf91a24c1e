import { formatPercent } from '../score/numberFormat.ts';
import { element } from '../ui/element.ts';
import { icon } from '../ui/icon.ts';
import { actionButton } from '../ui/toolkit.ts';
import type { Surroundings, View } from '../ui/view.ts';
import { bannerTexts, type BannerText } from './bannerTexts.ts';

interface Banner {
  readonly element: HTMLElement;
  readonly update: (text: BannerText) => void;
}

const createBanner = (first: BannerText, { inspector, t }: Surroundings): Banner => {
  const { tone, commands, closes, progress } = first;
  let { search } = first;
  const strong = element('strong');
  const detail = element('span');
  const bar = element('progress');
  const share = element('span', { class: 'num' });
  const buttons = [
    ...commands.map(({ command, label, primary }) =>
      actionButton({ label, primary, run: () => inspector.editor.runCommand(command) }),
    ),
    ...(search === undefined
      ? []
      : [
          actionButton({
            label: search.label,
            run: () => {
              if (search?.change === 'again') inspector.searchAgain();
              else inspector.search(search?.change);
            },
          }),
        ]),
    ...(closes === null
      ? []
      : [
          element(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': t('Close'),
              on: { click: () => inspector.closeNotice(closes) },
            },
            icon('close'),
          ),
        ]),
  ];
  return {
    element: element(
      'div',
      { class: `banner ${tone}` },
      icon(tone),
      element('div', { class: 'banner-text' }, strong, ' ', detail),
      progress === undefined ? null : element('div', { class: 'banner-progress' }, bar, share),
      buttons.length === 0 ? null : element('div', { class: 'buttons' }, buttons),
    ),
    update: (text) => {
      ({ search } = text);
      strong.textContent = text.strong;
      strong.hidden = text.strong === '';
      detail.textContent = text.detail;
      if (text.progress === undefined) return;
      const { done, total, label } = text.progress;
      bar.max = Math.max(1, total);
      bar.value = done;
      bar.setAttribute('aria-label', label);
      share.textContent = formatPercent(total === 0 ? 0 : done / total);
    },
  };
};

const keyOf = ({ key, progress, commands, search }: BannerText): string =>
  JSON.stringify([key, progress === undefined, commands, search?.label]);

/** Banners under the header. One whose numbers change stays the same element, so that its buttons keep the focus. */
export const banners = (surroundings: Surroundings): View => {
  const { t } = surroundings;
  const region = element('section', { class: 'banners', 'aria-label': t('Notices') });
  const shown = new Map<string, Banner>();

  return {
    element: region,
    update: (state) => {
      const texts = bannerTexts(state, t);
      const wanted = new Set(texts.map(keyOf));
      for (const [key, { element: gone }] of shown) {
        if (wanted.has(key)) continue;
        gone.remove();
        shown.delete(key);
      }
      for (const [index, text] of texts.entries()) {
        const key = keyOf(text);
        const banner = shown.get(key) ?? createBanner(text, surroundings);
        shown.set(key, banner);
        banner.update(text);
        if (region.children[index] !== banner.element)
          region.insertBefore(banner.element, region.children[index] ?? null);
      }
      region.hidden = texts.length === 0;
    },
  };
};
