import * as z from 'zod';

/** How reading a repository's commits can end. */
export const gitOutcomes = [
  'indexed',
  'no_commits',
  'no_such_branch',
  'not_a_repository',
  'damaged',
  'unsupported',
  'dubious_ownership',
  'timed_out',
  'too_much',
  'git_missing',
  'git_too_old',
] as const;
export type GitOutcome = (typeof gitOutcomes)[number];

export const commitIndexRequestSchema = z.object({
  /** Absolute: a repository, or a folder in one. */
  repo_path: z.string(),
  /** Commits of so many last days; 7 unless set. */
  days: z.number().positive().max(36_500).optional(),
  /** The current one unless set. */
  branch: z.string().optional(),
  /** All history of the branch, whatever `days` says. */
  all: z.boolean().optional(),
  /** Nobody asked: what is indexed ages like everything else. */
  automatic: z.boolean().optional(),
  wait_for_embeddings: z.boolean().optional(),
});
export type CommitIndexRequest = z.infer<typeof commitIndexRequestSchema>;

export const commitIndexReportSchema = z.object({
  indexed: z.number().int(),
  /** Commits that the palace has already, from wherever. */
  duplicates: z.number().int(),
  /** Commits left out: their message is over 1 MiB. */
  skipped: z.number().int(),
  outcome: z.enum(gitOutcomes),
  /** One line: why nothing, or not everything, was indexed. */
  reason: z.string().nullable(),
  elapsed_ms: z.number(),
});
export type CommitIndexReport = z.infer<typeof commitIndexReportSchema>;
