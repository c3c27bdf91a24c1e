import type { DrawerId, IsoTime, WingName } from '../model/drawer/ids.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { SecretFinding } from '../store/queries/annotations.ts';
import type { FiledBatch } from '../transfer/fileImported.ts';

/** What is needed to merge a batch of the team's changes. */
export interface MergeContext {
  readonly transaction: WriteTransaction;
  /** This palace, as the team knows it. */
  readonly palace: string;
  readonly now: IsoTime;
  /** The model of the palace's own vectors, or of the first ones if it has none yet. */
  readonly model: ModelStamp | null;
  /** Secrets in long texts, which were searched before the transaction. */
  readonly found: ReadonlyMap<string, readonly SecretFinding[]>;
  /** Keys ({@link changeKey}) of this palace's changes that the team does not have yet. */
  readonly pending: ReadonlySet<string>;
  /** Called with a warning for each change that was left out. */
  readonly warn: (text: string) => void;
  /** Called with a drawer that this palace filed and somebody moved to another wing: this palace has to report its old wing. */
  readonly movedOwn: (id: DrawerId, from: WingName, to: WingName) => void;
  /** Called with the filed drawers, for the closets. */
  readonly filed: (drawers: FiledBatch['drawers']) => void;
}

/** What a change is about: of two changes with the same key, the later one wins. */
export const changeKey = (drawer: string, field: string, value: unknown): string =>
  field === 'tag' || field === 'untag' ? `${drawer}\0tag\0${String(value)}` : `${drawer}\0${field}`;
