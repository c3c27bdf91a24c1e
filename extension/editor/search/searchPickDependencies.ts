import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { SearchHit } from '../../palace/contract/search/searchResult.ts';
import type { Miner } from '../mining/miner.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { Settings } from '../settings/settings.ts';
import type { Previewed } from './resultPreview.ts';
import type { SearchHistory } from './searchHistory.ts';

/** What the search palette works with. */
export interface SearchPickDependencies {
  readonly session: PalaceSession;
  /** The palace; the one that the workspace's first mining makes if the search has it mined. */
  readonly palace: () => Promise<PalaceApi>;
  readonly miner: Pick<Miner, 'busy'>;
  readonly settings: () => Settings;
  readonly localiser: Localiser;
  readonly history: SearchHistory;
  /** `terms`: the stems that the search looked for. */
  readonly open: (drawerId: string, toSide: boolean, terms: readonly string[]) => Promise<void>;
  /** Shows a drawer without taking the keyboard. Never rejects. */
  readonly preview: (previewed: Previewed) => Promise<void>;
  readonly inspect: (query: string) => Promise<void>;
  readonly findSimilar: (drawerId: string) => Promise<void>;
  readonly pin: (drawerId: string, pinned: boolean) => Promise<void>;
  /** IDs of the results whose file has changed since it was filed. Never rejects. */
  readonly changedSince: (hits: readonly SearchHit[], signal: AbortSignal) => Promise<ReadonlySet<string>>;
}
