import type { Analyser } from '../../lexical/analysis.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { NewDrawer } from '../../model/drawer.ts';
import type { DrawerId, RoomName, WingName } from '../../model/ids.ts';
import type { CompactionTrigger } from '../../contract/planCallSchemas.ts';
import type { PipelineHooks } from '../../retrieval/query/pipelineHooks.ts';
import type { ResolvedProfile } from '../../retrieval/profiles/profiles.ts';
import type { PalaceStore, WriteTransaction } from '../../store/palaceStore.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';

/** How a summary becomes a drawer: the same way in as for every other text. */
export interface SummaryFiling {
  /** Equal for equal seeds. */
  idOf(wing: WingName, room: RoomName, seed: string): DrawerId;
  insert(transaction: WriteTransaction, drawer: NewDrawer): void;
}

/** What plans are made of and carried out with. */
export interface PlanParts {
  readonly store: Pick<PalaceStore, 'read' | 'write' | 'backup' | 'revision'>;
  readonly catalogue: Catalogue;
  /** Null before the model is known: then nothing can be grouped by likeness. */
  readonly vectors: () => VectorIndex | null;
  readonly analyser: Analyser;
  readonly hooks: PipelineHooks;
  readonly filing: SummaryFiling;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds, for the timings alone. */
  readonly timer: () => number;
}

export interface PlanRequest {
  readonly profile: ResolvedProfile;
  readonly context: CompactionTrigger['context'];
  /** The caller's texts, by group. */
  readonly summaries: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}
