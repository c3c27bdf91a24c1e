import * as z from 'zod';
import { callerSchema } from '../../palace/contract/caller.ts';
import { engineChoices } from '../../palace/model/embedding/embeddingEngine.ts';
import { wireErrorSchema } from '../wire/wireError.ts';

/** The owner worker's start options. */
export const ownerSettingsSchema = z.object({
  folder: z.string(),
  distFolder: z.string(),
  modelFolder: z.string(),
  engine: z.enum(engineChoices),
  /** Empty: no reranker. */
  rerankerFolder: z.string(),
  embeddingWorkers: z.number().int().min(1).nullable(),
  /** Load the model while the palace is being opened. */
  loadModel: z.boolean(),
  /** The process that the owner runs in. */
  caller: callerSchema,
  /**
   * The lock's own file, without which nothing may be written. Null: the process has no lock. Then nobody can join;
   * each process reads a read-only palace on its own.
   */
  fence: z.string().nullable(),
  /** Why there is no lock: the disk has no room for it. */
  isDiskFull: z.boolean(),
});
export type OwnerSettings = z.infer<typeof ownerSettingsSchema>;

/**
 * What the owner reports to its process before the RPC begins: first where it listens (if it is shared), then
 * whether the palace was opened. Later, at most once, that another process has the lock.
 */
export const ownerNewsSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('listening'), socket: z.string() }),
  z.object({ state: z.literal('alone'), reason: z.string() }),
  z.object({ state: z.literal('ready'), revision: z.number().int() }),
  z.object({ state: z.literal('lost') }),
  wireErrorSchema.extend({ state: z.literal('failed') }),
]);
export type OwnerNews = z.infer<typeof ownerNewsSchema>;
