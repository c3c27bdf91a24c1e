import { formatDecimal } from '../../score/numberFormat.ts';
import { element } from '../../ui/element.ts';

interface WeightSlider {
  readonly element: HTMLElement;
  readonly update: (value: number) => void;
}

/** A labelled slider for one weight, with its value and what it means. */
export const weightSlider = (options: {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly about: string;
  readonly max: number;
  readonly change: (value: number) => void;
}): WeightSlider => {
  const { id, symbol, name, about, max, change } = options;
  const value = element('output', { class: 'num', for: id });
  const input = element('input', {
    type: 'range',
    id,
    min: 0,
    max,
    step: 0.01,
    'aria-describedby': `${id}-about`,
    on: { input: () => change(Number(input.value)) },
  });
  return {
    element: element(
      'div',
      { class: 'slider' },
      element('label', { for: id }, element('strong', {}, symbol), ` ${name}`),
      value,
      input,
      element('span', { class: 'dim', id: `${id}-about` }, about),
    ),
    update: (now) => {
      value.textContent = formatDecimal(now, 2);
      if (Number(input.value) !== now) input.value = String(now);
      input.setAttribute('aria-valuetext', formatDecimal(now, 2));
    },
  };
};
