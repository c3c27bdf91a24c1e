import type { PalaceGrowth } from '../../../palace/contract/growthSchema.ts';
import { cumulated } from '../../../base/cumulated.ts';
import { printableName } from '../../../base/text/printable.ts';
import { clip, count } from '../../terminal/terminal.ts';

const blocks = '▁▂▃▄▅▆▇█';
/** Characters of a line of blocks. */
const widest = 40;
const narrowest = 8;
const longestName = 32;

/** A line of blocks: the size of a wing after each step, scaled to its own maximum. A space: nothing yet. */
const growthLine = (filed: readonly number[], width: number): string => {
  const sums = cumulated(filed);
  const sum = sums.at(-1) ?? 0;
  const length = Math.min(width, sums.length);
  return Array.from({ length }, (_, place) => {
    const held = sums[Math.ceil(((place + 1) * sums.length) / length) - 1] ?? 0;
    return held === 0 ? ' ' : (blocks[Math.ceil((held / sum) * blocks.length) - 1] ?? '');
  }).join('');
};

/** The wings as lines for a terminal of a given width. */
export const growthText = ({ starts, wings }: PalaceGrowth, columns: number): string => {
  if (wings.length === 0) return 'The palace holds no drawers yet.';
  const names = wings.map(({ wing }) => clip(printableName(wing), longestName));
  const wide = Math.max(4, ...names.map(({ length }) => length));
  const numbers = wings.map(({ drawers }) => count(drawers));
  const wideNumber = Math.max(7, ...numbers.map(({ length }) => length));
  const room = Math.min(widest, Math.max(narrowest, columns - wide - wideNumber - 10 - 6));
  const [since = '', until = ''] = [starts[0]?.slice(0, 10), starts.at(-1)?.slice(0, 10)];
  return [
    `${'Wing'.padEnd(wide)}  ${'Drawers'.padStart(wideNumber)}  ${'Newest'.padEnd(10)}  Written ${since === until ? `on ${since}` : `from ${since} to ${until}`}`,
    ...wings.map(
      ({ newest, filed }, at) =>
        `${(names[at] ?? '').padEnd(wide)}  ${(numbers[at] ?? '').padStart(wideNumber)}  ${newest.slice(0, 10)}  ${growthLine(filed, room)}`,
    ),
    ...futureLines(wings),
  ].join('\n');
};

/** What the lines leave out. */
const futureLines = (wings: PalaceGrowth['wings']): string[] => {
  const later = wings.filter(({ future }) => future > 0);
  if (later.length === 0) return [];
  const each = later.map(({ wing, future }) => `${clip(printableName(wing), longestName)} ${count(future)}`);
  return [`Dated in the future, and not in the lines: ${each.join(', ')}`];
};
