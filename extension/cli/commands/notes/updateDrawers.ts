import type { UpdateRequest } from '../../../palace/contract/noteSchemas.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import type { GlobalOptions } from '../../options/globalOptions.ts';
import { printMissing, printSummary } from '../../terminal/print.ts';
import { changedText } from '../../output/changedText.ts';

/** Changes the metadata of drawers, of a note with all its parts, and prints how many changed. Exit code 1 if an ID is unknown. */
export const updateDrawers = async (
  ids: readonly string[],
  change: Omit<UpdateRequest, 'drawer_ids'>,
  options: GlobalOptions,
): Promise<void> => {
  const report = await withExistingPalace(options, (api) =>
    api.update({ ...change, drawer_ids: [...ids], whole_notes: true }),
  );
  printSummary(options, report, () =>
    changedText(
      { ids, changed: report.updated, unchanged: report.unchanged, longNotes: report.long_notes },
      { done: 'changed', already: 'so already' },
    ),
  );
  printMissing(options, report.missing);
};
