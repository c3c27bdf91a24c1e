import type { DrawerId, IsoTime, WingName } from '../model/ids.ts';
import type { ModelStamp } from '../model/modelStamp.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { SecretFinding } from '../store/queries/annotations.ts';
import type { FiledBatch } from '../transfer/fileImported.ts';

/** What merging a batch of the team's changes has to do with. */
export interface MergeContext {
  readonly transaction: WriteTransaction;
  /** This palace, as the team knows it. */
  readonly palace: string;
  readonly now: IsoTime;
  /** The model of the palace's own vectors, or of its first ones. */
  readonly model: ModelStamp | null;
  /** Findings in long texts, which were searched before the transaction. */
  readonly found: ReadonlyMap<string, readonly SecretFinding[]>;
  /** Changes of this palace that the team does not have yet, as {@link changeKey} names them. */
  readonly pending: ReadonlySet<string>;
  /** Called with what is to be said about a change that was left out. */
  readonly warn: (text: string) => void;
  /** Called with a drawer of this palace that somebody moved to another wing; the place that it leaves is this palace's to tell. */
  readonly movedOwn: (id: DrawerId, from: WingName, to: WingName) => void;
  /** Called with what was filed, for the closets. */
  readonly filed: (drawers: FiledBatch['drawers']) => void;
}

/** What a change is about: of two with the same key, the later one holds. */
export const changeKey = (drawer: string, field: string, value: unknown): string =>
  field === 'tag' || field === 'untag' ? `${drawer}\0tag\0${String(value)}` : `${drawer}\0${field}`;
