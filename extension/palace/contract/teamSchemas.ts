import * as z from 'zod';
import { errorTextSchema } from './errorTextSchema.ts';
import { mineProgressSchema } from './filing/mineProgress.ts';

/** Wire format of what a palace shares with a team. Only a person may make the calls that change it. */

const count = z.number().int().min(0);
const nothing = z.object({});

const rights = ['owner', 'writer', 'reader'] as const;
const teamStates = ['none', 'resting', 'exchanging', 'away', 'refused'] as const;

const teamWingSchema = z.object({
  wing: z.string(),
  /** What this member may do there. A shared wing: what this palace makes use of. */
  right: z.enum(rights),
  /** Of a shared wing, what the team's server says that this member may do; null: nothing any more. Absent until it has said so. */
  right_there: z.enum(rights).nullable().optional(),
  /** Whether this palace shares it; otherwise others do, and it can be pulled. */
  shared: z.boolean(),
  /** Drawers of it at the team; 0 until an exchange has told their number (`exchanged_at`). */
  drawers: count,
  /** The models that made its vectors at the team, by the keys of their stamps. */
  models: z.array(z.object({ key: z.string(), dim: count })).optional(),
  /** Whether some of these vectors don't compare with this palace's. */
  has_other_model: z.boolean().optional(),
  includes_sensitive: z.boolean(),
});

const teamStatusSchema = z.object({
  /**
   * `none`: not connected to a team; `resting`: everything is exchanged; `exchanging`; `away`: the server can't
   * be reached and is retried; `refused`: a person has to act, as `problem` says.
   */
  state: z.enum(teamStates),
  /** Without the password; null without a team. */
  url: z.string().nullable(),
  team: z.string().nullable(),
  member: z.string().nullable(),
  /** One sentence for a person; null if nothing is wrong. */
  problem: z.string().nullable(),
  /** Its sentences, to be translated. */
  problem_texts: z.array(errorTextSchema).optional(),
  /** The server refused the login: `teamUnlock` gives another password. */
  needs_password: z.boolean().optional(),
  /** Changes that the team does not have yet. */
  waiting: count,
  conflicts: count,
  /** Erased drawers that some palaces of the team have not confirmed yet. */
  erasures_due: count,
  wings: z.array(teamWingSchema),
  /** What the model guard says of vectors of wings that are not here, which a search meets; absent or null: nothing. */
  other_models: z.string().nullable().optional(),
  palaces: z.array(
    z.object({
      name: z.string(),
      member: z.string(),
      seen_at: z.string(),
      is_this: z.boolean(),
      /** Its ID, if this palace had that before it was restored or copied; absent or null: it never had. */
      earlier_id: z.string().nullable().optional(),
      /** The team's changes since it last asked; null if it never took any. */
      behind: count.nullable().optional(),
    }),
  ),
  /** Of the last exchange that succeeded; null if none did since the palace was opened. */
  exchanged_at: z.string().nullable(),
});
export type TeamStatus = z.infer<typeof teamStatusSchema>;

const answerSchema = z.object({
  drawer_id: z.string(),
  /** Empty for a sensitive drawer, and for one that is not here. */
  text_start: z.string(),
  /** Null: filed here. */
  filed_by: z.string().nullable(),
});
const teamConflictSchema = z.object({
  /** The drawer that is replaced. */
  drawer_id: z.string(),
  text_start: z.string(),
  /** `edited`: both answers replace it. `circle`: the team refused the first one's replacement. */
  kind: z.enum(['edited', 'circle']),
  /** Who made the later change, and when. */
  member: z.string(),
  at: z.string(),
  answers: z.array(answerSchema),
});
export type TeamConflictView = z.infer<typeof teamConflictSchema>;

const exchangedSchema = z.object({ pushed: count, pulled: count, warnings: z.array(z.string()) });
export type TeamExchanged = z.infer<typeof exchangedSchema>;

/** Rows of the palace's table of calls. */
export const teamCalls = {
  teamStatus: { again: 'read', params: nothing, result: teamStatusSchema },
  /**
   * Connects the palace with a team. The password is kept only in memory; null: take it from PGPASSWORD or
   * `.pgpass`.
   */
  teamConnect: {
    again: 'repeatable',
    params: z.object({ url: z.string().min(1), password: z.string().nullable() }),
    result: teamStatusSchema,
    progress: mineProgressSchema,
  },
  /** Provides the password of the team that the palace is connected to. */
  teamUnlock: { again: 'repeatable', params: z.object({ password: z.string() }), result: teamStatusSchema },
  /**
   * Ends sharing. What the team has stays there, and what was pulled stays here. A team that can't be told is a
   * warning; with `demand_login`, E_TEAM_LOGIN if the server refuses the login, and then nothing is changed.
   */
  teamLeave: {
    again: 'repeatable',
    params: z.object({ demand_login: z.boolean().optional() }),
    result: z.object({ warnings: z.array(z.string()) }),
  },
  /** Shares a wing: its drawers then belong to the team too, and the team's drawers of it are pulled. */
  teamShare: {
    again: 'repeatable',
    params: z.object({ wing: z.string().min(1), include_sensitive: z.boolean().optional() }),
    result: teamStatusSchema,
    progress: mineProgressSchema,
  },
  teamUnshare: { again: 'repeatable', params: z.object({ wing: z.string().min(1) }), result: teamStatusSchema },
  /** Sends pending changes and takes new ones. A `wing` that is not shared here is pulled from now on. */
  teamExchange: {
    again: 'repeatable',
    params: z.object({ wing: z.string().min(1).optional() }),
    result: exchangedSchema,
    progress: mineProgressSchema,
  },
  teamConflicts: { again: 'read', params: nothing, result: z.object({ conflicts: z.array(teamConflictSchema) }) },
  /** Settles a conflict for the whole team; `keep` null: all answers stay. */
  teamSettle: {
    again: 'repeatable',
    params: z.object({ drawer_id: z.string().min(1), keep: z.string().nullable() }),
    result: nothing,
  },
} as const;
