import type { GlobalOptions } from '../options/globalOptions.ts';

/** Prints what was asked for, which `--quiet` does not hide: one JSON document, or a text for a person. */
export const printAnswer = ({ json }: GlobalOptions, document: unknown, text: () => string): void =>
  void process.stdout.write(json === true ? `${JSON.stringify(document)}\n` : `${text()}\n`);

/** Prints what was done: one JSON document, or a text for a person unless `--quiet` was given. */
export const printSummary = (options: GlobalOptions, document: unknown, text: () => string): void => {
  if (options.json === true || options.quiet !== true) printAnswer(options, document, text);
};

/** Says which drawers are not there, and sets exit code 1 where there are such. `--json` tells it in its document. */
export const printMissing = ({ json }: GlobalOptions, missing: readonly string[]): void => {
  if (missing.length === 0) return;
  if (json !== true) process.stderr.write(`There is no drawer ${missing.join(', ')} in this palace.\n`);
  process.exitCode = 1;
};
