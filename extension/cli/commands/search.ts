import { entryTypes, tiers } from '../../palace/model/drawer.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import type { SearchResult } from '../../palace/contract/searchResult.ts';
import type { FilterRequest } from '../../palace/contract/drawerFilterSchema.ts';
import type { SearchRequest } from '../../palace/contract/searchSchemas.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { resultUnlessRevealed, type RevealOption } from '../terminal/revealOption.ts';
import { searchOutput } from '../output/searchOutput.ts';
import { terminalOf } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { writePacketFile } from './packetFile.ts';

export interface FilterOptions {
  readonly wing?: readonly string[];
  readonly room?: readonly string[];
  readonly tier?: readonly string[];
  readonly type?: readonly string[];
  readonly tag?: readonly string[];
  readonly path?: string;
  readonly includeArchived?: boolean;
}

export interface SearchCommandOptions extends GlobalOptions, FilterOptions, RevealOption {
  readonly profile?: string;
  readonly k?: number;
  readonly sort?: 'relevance' | 'importance' | 'recency';
  readonly explain?: boolean;
  readonly trace?: boolean;
  readonly dryRun?: boolean;
  readonly set?: readonly string[];
  /** File for the packet. */
  readonly replay?: string;
}

export const searchCommand = async (words: readonly string[], options: SearchCommandOptions): Promise<void> => {
  const place = existingPalace(palaceLocation(options, '.'));
  const { replay_packet: packet, ...result } = await withPalace(place, ({ api }) =>
    api.search(searchRequest(words, options)),
  );
  if (options.replay !== undefined && packet !== undefined) writePacketFile(options.replay, packet);
  printResult(resultUnlessRevealed(options, result), options.json === true, options.explain === true);
};

/** What the options ask for. Throws E_USAGE. */
export const searchRequest = (words: readonly string[], options: SearchCommandOptions): SearchRequest => ({
  query: words.join(' '),
  filter: filterRequest(options),
  ...(options.profile === undefined ? {} : { profile: options.profile }),
  ...(options.k === undefined ? {} : { k: options.k }),
  ...(options.sort === undefined ? {} : { sort_by: options.sort }),
  ...(options.set === undefined ? {} : { overrides: Object.fromEntries(options.set.map(assignment)) }),
  explain: options.explain === true,
  candidate_trace: options.trace === true,
  dry_run: options.dryRun === true,
  replay: options.replay !== undefined,
});

/** A search's answer on stdout; exit code 1 where it is an error. */
export const printResult = (result: SearchResult, json: boolean, explain: boolean): void => {
  process.stdout.write(
    json
      ? `${JSON.stringify(result)}\n`
      : `${searchOutput(result, explain, terminalOf(process.stdout), new Date())}\n`,
  );
  if (!json) for (const entry of result.candidate_trace ?? []) process.stdout.write(`${JSON.stringify(entry)}\n`);
  if (result.error !== undefined) process.exitCode = 1;
};

/** Members of a list option checked against the names there are. */
const oneOf = <T extends string>(option: string, known: readonly T[], given: readonly string[]): T[] =>
  given.map((name) => {
    const found = known.find((other) => other === name);
    if (found === undefined)
      throw new PalaceError('E_USAGE', `--${option}: there is no “${name}”. Known: ${known.join(', ')}.`);
    return found;
  });

export const filterRequest = ({
  wing,
  room,
  tier,
  type,
  tag,
  path,
  includeArchived,
}: FilterOptions): FilterRequest => ({
  ...(wing === undefined ? {} : { wing: [...wing] }),
  ...(room === undefined ? {} : { room: [...room] }),
  ...(tier === undefined ? {} : { tier: oneOf('tier', tiers, tier) }),
  ...(type === undefined ? {} : { type: oneOf('type', entryTypes, type) }),
  ...(tag === undefined ? {} : { tag: [...tag] }),
  ...(path === undefined ? {} : { path }),
  ...(includeArchived === undefined ? {} : { include_archived: includeArchived }),
});

/** `flag=value`; the value as JSON where it is JSON, else as text. */
export const assignment = (text: string): [string, unknown] => {
  const at = text.indexOf('=');
  if (at < 1) throw new PalaceError('E_USAGE', `--set wants flag=value, not “${text}”.`);
  const value = text.slice(at + 1);
  try {
    return [text.slice(0, at), JSON.parse(value)];
  } catch {
    return [text.slice(0, at), value];
  }
};
