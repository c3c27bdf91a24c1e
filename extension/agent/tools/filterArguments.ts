import * as z from 'zod';
import { dayMs } from '../../base/time.ts';
import { entryTypes, tiers } from '../../palace/model/drawer/vocabulary.ts';
import type { FilterRequest } from '../../palace/contract/search/drawerFilterSchema.ts';

/** Maximum lengths of arguments, in characters. */
export const longest = { query: 10_000, name: 200, id: 300, text: 500_000, path: 4000 } as const;

const name = z.string().min(1).max(longest.name);

/** Arguments that filter drawers, for tools that search or list. */
export const filterArguments = {
  wing: name.optional().describe('Wing (project)'),
  room: name.optional().describe('Room (area of a wing)'),
  type: z.enum(entryTypes).optional(),
  tier: z.enum(tiers).optional(),
  tag: name.optional(),
  path: z.string().min(1).max(longest.path).optional().describe('Part of the source’s path'),
  after: z.string().max(40).optional().describe('Filed then or later: ISO date or time'),
  before: z.string().max(40).optional().describe('Filed before: ISO date or time'),
  include_archived: z.boolean().optional(),
};
type FilterArguments = z.output<z.ZodObject<typeof filterArguments>>;

/** Turns the arguments into the palace's filter. Agents never get sensitive drawers. */
export const agentFilter = ({
  wing,
  room,
  type,
  tier,
  tag,
  path,
  after,
  before,
  include_archived: archived,
}: Partial<FilterArguments>): FilterRequest => ({
  exclude_sensitive: true,
  ...(wing === undefined ? {} : { wing: [wing] }),
  ...(room === undefined ? {} : { room: [room] }),
  ...(type === undefined ? {} : { type: [type] }),
  ...(tier === undefined ? {} : { tier: [tier] }),
  ...(tag === undefined ? {} : { tag: [tag] }),
  ...(path === undefined ? {} : { path }),
  ...(after === undefined ? {} : { after }),
  ...(before === undefined ? {} : { before }),
  ...(archived === undefined ? {} : { include_archived: archived }),
});

/** The time `days` days ago, for `after`. */
export const daysBack = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
