import type { UpdateRequest } from '../../../palace/contract/noteSchemas.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { namedDrawer, namedDrawers } from '../../connection/namedDrawers.ts';
import type { GlobalOptions } from '../../options/globalOptions.ts';
import { printMissing, printSummary } from '../../terminal/print.ts';
import { changedText } from '../../output/changedText.ts';

/**
 * Changes the metadata of drawers, given by IDs or places, of a note with all its parts, and prints how many changed. Exit code 1 if
 * an ID is unknown.
 */
export const updateDrawers = async (
  names: readonly string[],
  change: Omit<UpdateRequest, 'drawer_ids'>,
  options: GlobalOptions,
): Promise<void> => {
  const { ids, report } = await withExistingPalace(options, async (api, location) => {
    const place = { api, location };
    const ids = await namedDrawers(place, names);
    const { superseded_by: by } = change;
    const replacement = typeof by === 'string' ? { superseded_by: await namedDrawer(place, by) } : {};
    return { ids, report: await api.update({ ...change, ...replacement, drawer_ids: ids, whole_notes: true }) };
  });
  printSummary(options, report, () =>
    changedText(
      { ids, changed: report.updated, unchanged: report.unchanged, longNotes: report.long_notes },
      { done: 'changed', already: 'so already' },
    ),
  );
  printMissing(options, report.missing);
};
