import type { Analyser } from '../../lexical/text/analysis.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { NewDrawer } from '../../model/drawer/drawer.ts';
import type { DrawerId, RoomName, WingName } from '../../model/drawer/ids.ts';
import type { CompactionTrigger } from '../../contract/memory/planCallSchemas.ts';
import type { OnCompared } from '../curation/neighbourReplacements.ts';
import type { PipelineHooks } from '../../retrieval/query/pipelineHooks.ts';
import type { ResolvedProfile } from '../../retrieval/profiles/profiles.ts';
import type { PalaceStore, WriteTransaction } from '../../store/palaceStore.ts';
import type { VectorIndex } from '../../vectors/vectorIndex.ts';

/** How a summary is filed as a drawer: the same way as every other text. */
export interface SummaryFiling {
  /** The same seed gives the same ID. */
  idOf(wing: WingName, room: RoomName, seed: string): DrawerId;
  insert(transaction: WriteTransaction, drawer: NewDrawer): void;
}

/** What making and applying plans needs. */
export interface PlanParts {
  readonly store: Pick<PalaceStore, 'read' | 'write' | 'backup' | 'revision'>;
  readonly catalogue: Catalogue;
  /** Null until vectors are loaded. Until then, drawers can't be grouped by likeness. */
  readonly vectors: () => VectorIndex | null;
  readonly analyser: Analyser;
  readonly hooks: PipelineHooks;
  readonly filing: SummaryFiling;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds, for timings only. */
  readonly timer: () => number;
}

export interface PlanRequest {
  readonly profile: ResolvedProfile;
  readonly context: CompactionTrigger['context'];
  /** Group ID → the caller's summary. */
  readonly summaries: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Is told how many of the notes were compared with others. */
  readonly onCompared?: OnCompared | undefined;
}
