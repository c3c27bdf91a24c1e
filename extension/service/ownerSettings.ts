import * as z from 'zod';
import { callerSchema } from '../palace/contract/caller.ts';
import { wireErrorSchema } from './wireError.ts';

/** What the owner worker is started with. */
export const ownerSettingsSchema = z.object({
  folder: z.string(),
  distFolder: z.string(),
  modelFolder: z.string(),
  embeddingWorkers: z.number().int().min(1).nullable(),
  /** The process that it runs in. */
  caller: callerSchema,
  /** Whether other processes may join: it has the lock. A palace that can't be written is read by each process for itself. */
  shared: z.boolean(),
});
export type OwnerSettings = z.infer<typeof ownerSettingsSchema>;

/** What the owner tells its process before the RPC begins: first where it listens (where it is shared), then how opening the palace went. */
export const ownerNewsSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('listening'), socket: z.string() }),
  z.object({ state: z.literal('alone'), reason: z.string() }),
  z.object({ state: z.literal('ready'), revision: z.number().int() }),
  wireErrorSchema.extend({ state: z.literal('failed') }),
]);
export type OwnerNews = z.infer<typeof ownerNewsSchema>;
