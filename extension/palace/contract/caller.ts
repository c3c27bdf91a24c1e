import * as z from 'zod';
import { recordByName } from '../../base/recordByName.ts';

/** Profiles from one place: user settings, a workspace's settings, `profiles.json`. */
export const profileLayerSchema = z.object({
  /** Where they come from, e.g. `user settings`. */
  source: z.string(),
  /** Profile name → flag → value. */
  profiles: recordByName(recordByName(z.unknown())),
});
export type ProfileLayer = z.infer<typeof profileLayerSchema>;

/** The file in a palace's folder into which the editor writes the profiles of its settings: a list of layers. */
export const editorProfilesFile = 'profiles.editor.json';

/** What differs between the callers of one palace. Each call carries it, whichever process owns the palace. */
export const callerSchema = z.object({
  /** Name of the caller's workspace. */
  workspace: z.string().nullable(),
  /** The profiles of the caller's settings, lowest layer first; null: it has none, so the editor's apply. */
  profileLayers: z.array(profileLayerSchema).nullable(),
  /** Whether an agent calls, through MCP or a hook. Calls that only a person may make are then refused. */
  agent: z.boolean().optional(),
});
export type Caller = z.infer<typeof callerSchema>;
