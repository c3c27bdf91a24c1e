/** What a packet says about the latest plan of a compaction or consolidation. It holds no drawer's text. */
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
