import { Throttle } from '../base/async/throttle.ts';
import { movedMessage } from './memory/ageing/movedMessage.ts';
import type { StandingMoves } from './memory/ageing/standingMoves.ts';
import { isoTime } from './model/drawer/ids.ts';
import { withRemedy, type PalaceError } from './model/errors/palaceError.ts';
import type { PalaceOptions } from './palaceOptions.ts';
import type { PalaceStore } from './store/palaceStore.ts';

/** Commits within this time are reported as one event; the first after a pause is reported quickly. */
const changeEvents = { firstMs: 20, leastMs: 250 } as const;

/** What an open palace tells its clients. */
export interface PalaceNews {
  readonly say: (level: 'info' | 'warn', message: string) => void;
  /** A line of the log that warns. */
  readonly log: (message: string) => void;
  readonly warn: (error: PalaceError) => void;
  /** Something that the views show has changed. */
  readonly tellChanged: () => void;
  /** Logs what a batch moved. */
  readonly sayMoved: (batch: string) => Promise<void>;
  /** Changes are reported no longer. */
  readonly end: () => void;
}

export const palaceNews = (
  { clock, onEvent }: Pick<PalaceOptions, 'clock' | 'onEvent'>,
  store: PalaceStore,
  moved: StandingMoves,
): PalaceNews => {
  const say: PalaceNews['say'] = (level, message) => onEvent({ kind: 'log', level, message });
  const log = (message: string): void => say('warn', message);
  const changed = new Throttle(() => onEvent({ kind: 'changed', revision: store.revision }), changeEvents);
  return {
    say,
    log,
    warn: (error) => log(`${error.code}: ${withRemedy(error)}`),
    tellChanged: () => changed.call(),
    sayMoved: async (batch) => {
      const message = await movedMessage(moved, isoTime(clock()), batch);
      if (message !== undefined) say('info', message);
    },
    end: () => changed.dispose(),
  };
};
