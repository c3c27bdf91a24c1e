import type { GlobalOptions } from '../options/globalOptions.ts';
import { say, sayDocument, warn } from './output.ts';

/** Prints a command's answer as one JSON document or as text for a person. `--quiet` does not hide it. */
export const printAnswer = ({ json }: GlobalOptions, document: unknown, text: () => string): void =>
  json === true ? sayDocument(document) : say(`${text()}\n`);

/** Prints what a command did, as one JSON document or as text for a person. `--quiet` hides the text. */
export const printSummary = (options: GlobalOptions, document: unknown, text: () => string): void => {
  if (options.json === true || options.quiet !== true) printAnswer(options, document, text);
};

/** Reports missing drawers and sets exit code 1 if there are any. With `--json` they are only in the document. */
export const printMissing = ({ json }: GlobalOptions, missing: readonly string[]): void => {
  if (missing.length === 0) return;
  if (json !== true) warn(`There is no drawer ${missing.join(', ')} in this palace.\n`);
  process.exitCode = 1;
};
