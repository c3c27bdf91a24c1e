import { termMarks, termsHeld } from '../../base/text/termMarks.ts';
import type { CutText } from '../quoting/tokenBudget.ts';

/** Stands for what was left out of a text. */
export const gap = '…';

/**
 * The text without blank lines around it, or, if that is longer than `characters`, the lines that hold the most
 * terms (analysed stems, lower case), in their order and with {@link gap} for what is between. Room left over is
 * filled with the lines after the best one, then with those before it.
 */
export const matchedExcerpt = (whole: string, terms: readonly string[], characters: number): CutText => {
  const text = whole.trimEnd().replace(/^\s*\n/, '');
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  if (text.length + lines.length <= characters) return { text, isCut: false };
  const taken = linesWithin(lines, terms, characters);
  let shown = '';
  let last = -1;
  for (const [at, line] of [...taken].sort(([a], [b]) => a - b)) {
    const isMarked = line !== lines[at] && line.startsWith(gap);
    shown += `${last < 0 ? '' : '\n'}${at > last + 1 && !isMarked ? gap : ''}${line}`;
    last = at;
  }
  const line = taken.get(last);
  const isMarked = line !== lines[last] && line?.endsWith(gap) === true;
  return { text: last < lines.length - 1 && !isMarked ? `${shown}${gap}` : shown, isCut: true };
};

/** Characters that a line costs in addition to its own: a line break, an indent, a gap. */
const lineCost = 3;

const linesWithin = (
  lines: readonly string[],
  terms: readonly string[],
  characters: number,
): ReadonlyMap<number, string> => {
  const held = lines.map((line) => termsHeld(line, terms));
  const best = Math.max(0, held.indexOf(Math.max(...held)));
  const matched = [...lines.keys()].filter((at) => (held[at] ?? 0) > 0);
  const around = [...lines.keys()].sort(
    (a, b) => orderFrom(best, a, lines.length) - orderFrom(best, b, lines.length),
  );
  const order = [...matched.sort((a, b) => (held[b] ?? 0) - (held[a] ?? 0) || a - b), ...around];
  const taken = new Map<number, string>();
  let left = characters;
  for (const at of order) {
    const line = lines[at]?.trim() === '' ? '' : (lines[at] ?? '');
    if (taken.has(at) || (line === '' && left < characters / 2)) continue;
    if (line.length + lineCost <= left) taken.set(at, line);
    else if (taken.size === 0) taken.set(at, aroundMatch(line.trim(), terms, Math.max(1, left - lineCost)));
    else break;
    left -= line.length + lineCost;
    if (left <= lineCost) break;
  }
  return taken;
};

/** Following lines before preceding ones. */
const orderFrom = (best: number, at: number, count: number): number =>
  at >= best ? at - best : count + best - at;

/**
 * The part of a long line around its first term, with a {@link gap} where it is cut. A line may be one word: minified code,
 * or a script without spaces.
 */
const aroundMatch = (line: string, terms: readonly string[], characters: number): string => {
  if (line.length <= characters) return line;
  const before = Math.floor(characters / 4);
  const words = [...line.matchAll(/\S+/g)];
  const mark = termMarks(line, terms).reduce((least, { start }) => Math.min(least, start), Infinity);
  const word = words.findLast(({ index }) => index <= mark)?.index ?? 0;
  const first = mark === Infinity ? 0 : mark - word > before ? mark : word;
  const start = Math.max(0, Math.min(first - before, line.length - characters));
  const next = words.find(({ index }) => index >= start)?.index ?? start;
  const [from, to] = [next <= first ? next : start, start + characters];
  const part = line.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  const marked = (text: string): string => `${from > 0 ? gap : ''}${text}${to < line.length ? gap : ''}`;
  if (to >= line.length || !/\S/.test(line[to] ?? '')) return marked(part.trimEnd());
  // A word is not cut in half if there is another one before it, with the match.
  const whole = /^[^]*\s/.exec(part)?.[0].trimEnd() ?? '';
  return marked(from + whole.length > first ? whole : part);
};
