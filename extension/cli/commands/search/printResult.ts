import type { SearchResult } from '../../../palace/contract/search/searchResult.ts';
import { searchOutput } from '../../output/searchOutput.ts';
import { terminalOf } from '../../terminal/terminal.ts';
import { say, sayDocument } from '../../terminal/output.ts';

/** Prints a search's answer on standard output. Exit code 1 if it is an error. */
export const printResult = (result: SearchResult, json: boolean): void => {
  if (json) sayDocument(result);
  else say(`${searchOutput(result, terminalOf(process.stdout), new Date())}\n`);
  if (!json) for (const entry of result.candidate_trace ?? []) sayDocument(entry);
  if (result.error !== undefined) process.exitCode = 1;
};
