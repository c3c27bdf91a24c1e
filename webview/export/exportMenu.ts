import { chartFormats, type ChartFormat } from '../../extension/protocol/inspectorMessages.ts';
import { element } from '../ui/element.ts';
import type { Surroundings } from '../ui/view.ts';
import { formatPercent } from '../score/numberFormat.ts';
import { chartPicture, pictureSize } from './chartPicture.ts';
import { csvFile, type ChartRows } from './csvFile.ts';
import { pngFile, pngScale, svgFile } from './pictureFiles.ts';

/** A chart that can be written to a file. Picture and rows are only made when needed. */
interface ExportedChart {
  /** The file's name without extension: `a-z`, digits and hyphens. */
  readonly name: string;
  readonly chart: () => Element;
  readonly rows: () => ChartRows;
}

/** A quiet button that folds out a chart's formats; the editor asks where the file goes. */
export const exportMenu = (
  { name, chart, rows }: ExportedChart,
  { inspector, t }: Pick<Surroundings, 'inspector' | 't'>,
): HTMLElement => {
  const contents: Readonly<Record<ChartFormat, () => string>> = {
    svg: () => svgFile(chartPicture(chart())),
    png: () => pngFile(chartPicture(chart())),
    csv: () => csvFile(rows()),
  };
  /** Of the PNG, it says whether the chart is too large for one of its own size. */
  const labelOf = (format: ChartFormat): string => {
    const scale = format === 'png' ? pngScale(pictureSize(chart())) : 1;
    const named = format.toUpperCase();
    return scale < 1 ? t('As {0}, reduced to {1}', named, formatPercent(scale)) : t('As {0}', named);
  };
  const fold = (hidden: boolean): void => {
    if (!hidden)
      for (const [place, format] of chartFormats.entries()) buttons[place]?.replaceChildren(labelOf(format));
    formats.hidden = hidden;
    button.setAttribute('aria-expanded', String(!hidden));
  };
  const buttons = chartFormats.map((format) =>
    element('button', {
      type: 'button',
      class: 'quiet',
      on: {
        click: () => {
          inspector.editor.saveChart(name, format, contents[format]());
          fold(true);
          button.focus();
        },
      },
    }),
  );
  const formats = element('span', { role: 'group', 'aria-label': t('Export'), hidden: true }, buttons);
  const button = element(
    'button',
    { type: 'button', class: 'quiet', 'aria-expanded': 'false', on: { click: () => fold(!formats.hidden) } },
    t('Export'),
  );
  return element(
    'div',
    {
      class: 'export',
      on: {
        keydown: (event) => {
          if (event.key !== 'Escape' || formats.hidden) return;
          // It closes the menu alone: a search that runs goes on.
          event.stopPropagation();
          fold(true);
          button.focus();
        },
      },
    },
    button,
    formats,
  );
};
