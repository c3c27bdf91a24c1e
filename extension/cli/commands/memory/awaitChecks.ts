import type { NoteChecksReport } from '../../../palace/contract/noteSchemas.ts';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import type { GlobalOptions } from '../../options/globalOptions.ts';
import { abortOnInterrupt, withStatusLine } from '../../terminal/progress.ts';
import { plural } from '../../../base/text/plural.ts';
import { warn } from '../../terminal/output.ts';

/** Waits until saved notes (all that are due, unless named) were compared with others by meaning, or can't be. */
export const awaitChecks = (
  api: PalaceApi,
  options: GlobalOptions,
  ids?: readonly string[],
): Promise<NoteChecksReport> =>
  withStatusLine(options, async (line) => {
    const signal = abortOnInterrupt();
    const request = ids === undefined ? {} : { drawer_ids: [...ids] };
    const { due } = await api.noteChecks(request);
    if (due.length > 0) line.show(`comparing ${plural(due.length, 'saved note')} with others`, 'comparing');
    return api.noteChecks({ ...request, wait: true }, { signal });
  });

/** The same for a command whose answer depends on it; says on standard error what could not be compared. */
export const completeChecks = async (api: PalaceApi, options: GlobalOptions): Promise<void> => {
  const { due, unavailable } = await awaitChecks(api, options);
  if (due.length > 0 && unavailable !== null)
    warn(`${plural(due.length, 'saved note')} could not be compared with others: ${unavailable}\n`);
};
