import type { Command } from 'commander';
import { masked, type Maskable } from '../../palace/model/text/maskedText.ts';
import { maskedResult } from '../../palace/contract/search/maskedResult.ts';
import type { SearchResult } from '../../palace/contract/search/searchResult.ts';

export interface RevealOption {
  /** Show secrets. */
  readonly reveal?: boolean;
}

/** Adds `--reveal`. */
export const addRevealOption = (command: Command): Command =>
  command.option('--reveal', 'show secrets, which are masked otherwise');

/** The drawer with its secrets masked, unless `--reveal` was given. */
export const unlessRevealed = <T extends Maskable>({ reveal }: RevealOption, drawer: T): T =>
  reveal === true ? drawer : masked(drawer);

/** A search's answer with secrets masked, unless `--reveal` was given. */
export const resultUnlessRevealed = <T extends SearchResult>({ reveal }: RevealOption, result: T): T =>
  reveal === true ? result : maskedResult(result);
