/** What a packet tells of the compaction or consolidation that was planned last; no text of any drawer is in it. */
export interface CompactionRecord {
  readonly candidates: readonly Readonly<Record<string, unknown>>[];
  readonly plan: {
    readonly plan_id: string;
    readonly created_at: string;
    readonly palace_revision: number;
    readonly groups: readonly unknown[];
    readonly summary_count: number;
  };
}
