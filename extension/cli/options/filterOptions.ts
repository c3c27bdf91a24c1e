import type { Command } from 'commander';
import type { FilterRequest } from '../../palace/contract/search/drawerFilterSchema.ts';
import { entryTypes, fileKinds, tiers } from '../../palace/model/drawer/vocabulary.ts';
import { named } from './named.ts';
import { oneOf } from './oneOf.ts';

export interface FilterOptions {
  readonly wing?: readonly string[];
  readonly room?: readonly string[];
  readonly tier?: readonly string[];
  readonly type?: readonly string[];
  readonly kind?: readonly string[];
  readonly tag?: readonly string[];
  readonly path?: string;
  readonly includeArchived?: boolean;
}

/** Adds the options that limit which drawers can be found. */
export const addFilterOptions = (command: Command): Command =>
  command
    .option('--wing <names...>', 'only these wings')
    .option('--room <names...>', 'only these rooms')
    .option('--tier <tiers...>', 'only these tiers: ephemeral, working, longterm')
    .option('--type <types...>', 'only these entry types: file, git_commit, decision, …')
    .option('--kind <kinds...>', `only files of these kinds: ${fileKinds.join(', ')}`)
    .option('--tag <tags...>', 'only drawers with one of these tags')
    .option('--path <text>', 'only sources whose path holds this text')
    .option('--include-archived', 'archived drawers too');

/** The filter that the options ask for. Throws E_USAGE. */
export const filterRequest = ({
  wing,
  room,
  tier,
  type,
  kind,
  tag,
  path,
  includeArchived,
}: FilterOptions): FilterRequest => ({
  ...(wing === undefined ? {} : { wing: wing.map((name) => named('--wing', name)) }),
  ...(room === undefined ? {} : { room: room.map((name) => named('--room', name)) }),
  ...(tier === undefined ? {} : { tier: tier.map((name) => oneOf('--tier', tiers, name)) }),
  ...(type === undefined ? {} : { type: type.map((name) => oneOf('--type', entryTypes, name)) }),
  ...(kind === undefined ? {} : { kind: kind.map((name) => oneOf('--kind', fileKinds, name)) }),
  ...(tag === undefined ? {} : { tag: tag.map((name) => named('--tag', name)) }),
  ...(path === undefined ? {} : { path: named('--path', path) }),
  ...(includeArchived === undefined ? {} : { include_archived: includeArchived }),
});
