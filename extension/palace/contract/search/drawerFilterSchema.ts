import * as z from 'zod';
import { entryTypes, fileKinds, tiers } from '../../model/drawer/vocabulary.ts';

/** Which drawers a call is about, in wire names. */
export const filterSchema = z.object({
  wing: z.array(z.string()).optional(),
  room: z.array(z.string()).optional(),
  type: z.array(z.enum(entryTypes)).optional(),
  tier: z.array(z.enum(tiers)).optional(),
  /** What a file is for. */
  kind: z.array(z.enum(fileKinds)).optional(),
  /** Letter case ignored. */
  tag: z.array(z.string()).optional(),
  /** Linked palaces by name, and `this`. Only searches support it. */
  palace: z.array(z.string()).optional(),
  /** Inclusive ISO date or time. */
  after: z.string().optional(),
  /** Exclusive ISO date or time. */
  before: z.string().optional(),
  path: z.string().optional(),
  include_archived: z.boolean().optional(),
  /** Set for agents: they never get sensitive drawers. */
  exclude_sensitive: z.boolean().optional(),
});
export type FilterRequest = z.infer<typeof filterSchema>;
