import type { WordsOfPalace } from '../erasing/textTelling.ts';
import type { IsoTime } from '../model/drawer/ids.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** What an exchange with the team works with. */
export interface RoundParts {
  readonly store: PalaceStore;
  readonly words: WordsOfPalace;
  /** What a person calls this palace. */
  readonly name: string;
  readonly now: () => IsoTime;
  /** The model of the palace's own vectors. */
  readonly model: () => ModelStamp | null;
  /** The model that would compute the first vectors of a palace that has none; null if it can't be used. */
  readonly firstModel: () => Promise<ModelStamp | null>;
  /** Called in a transaction that erases. */
  readonly erasing: () => void;
  /** Removes the bytes of erased drawers from the palace's files. */
  readonly finishErasure: () => Promise<void>;
  readonly warn: (text: string) => void;
  /** Called with the new ID that the palace took. */
  readonly named: (id: string) => void;
  /** Called once the server has answered, and may be exchanged with. */
  readonly greeted: () => void;
  /** Throws if the round is to end. */
  readonly demandGoingOn: () => void;
}
