import * as z from 'zod';

/** The possible outcomes of reading a repository's commits. */
export const gitOutcomes = [
  'indexed',
  'no_commits',
  'no_such_branch',
  'not_a_repository',
  'damaged',
  'unsupported',
  'dubious_ownership',
  'timed_out',
  'out_of_memory',
  'too_much',
  'git_missing',
  'git_too_old',
] as const;
export type GitOutcome = (typeof gitOutcomes)[number];

export const commitIndexRequestSchema = z.object({
  /** Absolute: a repository, or a folder in one. */
  repo_path: z.string(),
  /** How many days back commits are read; 7 when absent. */
  days: z.number().positive().max(36_500).optional(),
  /** The current branch when absent. */
  branch: z.string().optional(),
  /** All history of the branch, whatever `days` says. */
  all: z.boolean().optional(),
  /** Indexed without being asked for: the drawers age like all others. */
  automatic: z.boolean().optional(),
  wait_for_embeddings: z.boolean().optional(),
});
export type CommitIndexRequest = z.infer<typeof commitIndexRequestSchema>;

/** How many incomplete commits a report names. */
export const mostIncomplete = 20;

/** A commit that was skipped, or filed without its files. */
const incompleteCommitSchema = z.object({
  sha: z.string(),
  filed: z.boolean(),
  /** One line. */
  reason: z.string(),
});
export type IncompleteCommit = z.infer<typeof incompleteCommitSchema>;

export const commitIndexReportSchema = z.object({
  indexed: z.number().int(),
  /** Commits that the palace already has, from any source. */
  duplicates: z.number().int(),
  /** Commits that were not filed: git can't read them within its limits, or their message is larger than 1 MiB. */
  skipped: z.number().int(),
  /** Commits filed without their files, because git can't compare their folders within its limits. */
  without_files: z.number().int(),
  /** The first {@link mostIncomplete} of both, by their hashes. */
  incomplete: z.array(incompleteCommitSchema).readonly(),
  outcome: z.enum(gitOutcomes),
  /** One line: why nothing, or not everything, was indexed. */
  reason: z.string().nullable(),
  elapsed_ms: z.number(),
});
export type CommitIndexReport = z.infer<typeof commitIndexReportSchema>;
