import type { SearchResult } from '../../../palace/contract/search/searchResult.ts';
import { searchOutput } from '../../output/searchOutput.ts';
import { terminalOf } from '../../terminal/terminal.ts';

/** Prints a search's answer on standard output. Exit code 1 if it is an error. */
export const printResult = (result: SearchResult, json: boolean): void => {
  process.stdout.write(
    json ? `${JSON.stringify(result)}\n` : `${searchOutput(result, terminalOf(process.stdout), new Date())}\n`,
  );
  if (!json) for (const entry of result.candidate_trace ?? []) process.stdout.write(`${JSON.stringify(entry)}\n`);
  if (result.error !== undefined) process.exitCode = 1;
};
