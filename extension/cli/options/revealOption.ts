import type { Command } from 'commander';
import { masked, type Maskable } from '../../palace/model/maskedText.ts';
import type { SearchResult } from '../../palace/contract/searchResult.ts';

export interface RevealOption {
  /** Show secrets. */
  readonly reveal?: boolean;
}

/** Adds `--reveal`. */
export const addRevealOption = (command: Command): Command =>
  command.option('--reveal', 'show secrets, which are masked otherwise');

/** A drawer as it is printed: its secrets masked unless they were asked for. */
export const unlessRevealed = <T extends Maskable>({ reveal }: RevealOption, drawer: T): T =>
  reveal === true ? drawer : masked(drawer);

/** A search's answer as it is printed. */
export const resultUnlessRevealed = <T extends SearchResult>(options: RevealOption, result: T): T => ({
  ...result,
  results: result.results.map((hit) => unlessRevealed(options, hit)),
  ...(result.candidates === undefined
    ? {}
    : { candidates: result.candidates.map((hit) => unlessRevealed(options, hit)) }),
});
