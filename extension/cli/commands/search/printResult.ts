import type { SearchResult } from '../../../palace/contract/search/searchResult.ts';
import { searchOutput } from '../../output/searchOutput.ts';
import { terminalOf } from '../../terminal/terminal.ts';
import { say, sayDocument } from '../../terminal/output.ts';

/** Prints a search's answer on standard output; `meant`: see `searchOutput`. Exit code 1 if it is an error. */
export const printResult = (result: SearchResult, json: boolean, meant: readonly string[] = []): void => {
  if (json) sayDocument(result);
  else say(`${searchOutput(result, terminalOf(process.stdout), new Date(), meant)}\n`);
  if (!json) for (const entry of [...linkedTimes(result), ...(result.candidate_trace ?? [])]) sayDocument(entry);
  if (result.error !== undefined) process.exitCode = 1;
};

/** With `--trace`, what linked palaces and a team's server took to answer. */
const linkedTimes = ({ candidate_trace: trace, pipeline_trace: { phase_timing_ms: timing } }: SearchResult) => {
  const told = timing['linked_palaces'];
  const answers = trace === undefined || typeof told !== 'object' ? [] : told['answers'];
  return Array.isArray(answers) ? answers.map((row: object) => ({ phase: 'linked', ...row })) : [];
};
