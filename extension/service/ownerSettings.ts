import * as z from 'zod';

/** What the owner worker is started with. */
export const ownerSettingsSchema = z.object({
  folder: z.string(),
  workspace: z.string().nullable(),
  distFolder: z.string(),
  modelFolder: z.string(),
  embeddingWorkers: z.number().int().min(1).nullable(),
  profileLayers: z.array(z.object({ source: z.string(), profiles: z.record(z.string(), z.record(z.string(), z.unknown())) })),
});
export type OwnerSettings = z.infer<typeof ownerSettingsSchema>;

/** First message of the owner: it stands ready, or why it can't. */
export const ownerReadySchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('failed'), code: z.string(), message: z.string(), remedy: z.string() }),
]);
