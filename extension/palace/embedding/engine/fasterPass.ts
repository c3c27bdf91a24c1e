import type { ForwardPass } from './forwardPass.ts';

/** Texts of fewer tokens say little about the products, which take most of the time, and somebody is waiting for their answer. */
const leastTokens = 64;
/** Long texts before the trial: who embeds a few does without it. */
const before = 32;
/** Turns of each pass that are not counted, since V8 may still compile it, and turns that are. */
const [warming, counted] = [8, 12];
/** The second one must take less than this share of the first one's time, so that chance changes nothing. */
const worthIt = 0.97;

/**
 * The faster of two passes that give the same vectors; which one that is depends on the processor. The first is used until some long
 * texts have come. Then both take turns, and the one with the smaller median of time per token is used from then on. `second` gives
 * undefined if it can't be used.
 */
export const fasterPass = (
  first: ForwardPass,
  second: () => ForwardPass | undefined,
  now: () => number = () => performance.now(),
): ForwardPass => {
  let chosen = first;
  let other: ForwardPass | undefined;
  let isDecided = false;
  let longTexts = 0;
  const times: readonly [number[], number[]] = [[], []];
  const timed = (pass: ForwardPass, tokens: readonly number[], spent: number[]): Float32Array => {
    const started = now();
    const vector = pass(tokens);
    spent.push((now() - started) / tokens.length);
    return vector;
  };
  const decide = (): void => {
    isDecided = true;
    const [ofFirst, ofSecond] = times.map((spent) => median(spent.slice(warming)));
    if (other !== undefined && (ofSecond ?? Infinity) < worthIt * (ofFirst ?? 0)) chosen = other;
  };
  return (tokens) => {
    if (isDecided || tokens.length < leastTokens || ++longTexts <= before) return chosen(tokens);
    other ??= second();
    if (other === undefined) {
      isDecided = true;
      return first(tokens);
    }
    const isFirst = longTexts % 2 === 1;
    const vector = timed(isFirst ? first : other, tokens, times[isFirst ? 0 : 1]);
    if (longTexts === before + 2 * (warming + counted)) decide();
    return vector;
  };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
