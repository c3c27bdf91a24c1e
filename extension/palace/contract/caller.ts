import * as z from 'zod';

/** What differs between those who call one palace: it travels with each of them, whoever owns the palace. */
export const callerSchema = z.object({
  /** Name of its workspace. */
  workspace: z.string().nullable(),
  /** Its settings' profiles, lowest layer first. */
  profileLayers: z.array(
    z.object({ source: z.string(), profiles: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  ),
});
export type Caller = z.infer<typeof callerSchema>;
