import type { Disposable } from '../../base/disposable.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { Debouncer } from '../../base/async/debouncer.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';

interface MaintenanceOnStartDependencies {
  readonly session: Pick<PalaceSession, 'api' | 'state' | 'onState'>;
  /** Read when maintenance is due. */
  readonly allowed: () => { readonly trusted: boolean; readonly enabled: boolean };
  readonly log: (level: 'debug' | 'info' | 'warn', message: string) => void;
  /** Milliseconds after the palace was opened. */
  readonly delayMs?: number;
}

/** Long enough for start-up and a first search to be over. */
const usualDelay = 15_000;

/**
 * Ages the memory once after a palace was opened, in the background and with one line in the log, because a session
 * begins when a workspace is opened. Only in a trusted workspace with the setting on. Commits are indexed by the
 * editor's own watch.
 */
export const maintenanceOnStart = ({
  session,
  allowed,
  log,
  delayMs = usualDelay,
}: MaintenanceOnStartDependencies): Disposable => {
  const held = new DisposableStore();
  const abort = new AbortController();
  let opened: string | null = null;
  const maintain = async (): Promise<void> => {
    const { trusted, enabled } = allowed();
    if (!trusted || !enabled || abort.signal.aborted || session.state.kind !== 'open') return;
    try {
      const {
        counts: { archived, demoted, promoted },
        patterns_aged: patterns,
        batch,
        elapsed_ms: elapsed,
      } = await (await session.api()).maintain({}, { signal: abort.signal });
      const quiet = archived + demoted + promoted + patterns.length === 0;
      log(
        quiet ? 'debug' : 'info',
        `Maintenance: ${archived} archived, ${demoted} demoted, ${promoted} promoted, ${patterns.length} patterns settled in ${elapsed} ms${batch === null ? '' : ` (${batch})`}`,
      );
    } catch (thrown) {
      const error = PalaceError.from(thrown);
      if (error.code !== 'E_CANCELLED')
        log('warn', `The palace was not maintained. ${error.code}: ${error.message}`);
    }
  };
  const timer = held.add(new Debouncer(() => void maintain(), delayMs));
  const onState = (): void => {
    const { state } = session;
    if (state.kind !== 'open' || opened === state.folder) return;
    opened = state.folder;
    timer.call();
  };
  held.add(session.onState(onState));
  held.add({ dispose: () => abort.abort() });
  onState();
  return held;
};
