import * as z from 'zod';

/** Profiles from one place: user settings, a workspace's settings, `profiles.json`. */
export const profileLayerSchema = z.object({
  /** Where they come from, e.g. `user settings`. */
  source: z.string(),
  /** Profile name → flag → value. */
  profiles: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type ProfileLayer = z.infer<typeof profileLayerSchema>;

/** What differs between those who call one palace: it travels with each of them, whoever owns the palace. */
export const callerSchema = z.object({
  /** Name of its workspace. */
  workspace: z.string().nullable(),
  /** Its settings' profiles, lowest layer first. */
  profileLayers: z.array(profileLayerSchema),
});
export type Caller = z.infer<typeof callerSchema>;
