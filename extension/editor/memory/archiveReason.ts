import type { Localiser } from '../platform/localiser.ts';

/** A reason of the archive in words. A reason that a person wrote is shown as it is. */
export const reasonText = (reason: string, { t }: Localiser): string => {
  switch (reason) {
    case 'maintenance':
      return t('Archived by maintenance');
    case 'by_hand':
      return t('Archived by hand');
    case 'consolidated':
      return t('Replaced by a summary');
    case 'consolidation_undone':
      return t('Summaries of plans that were undone');
    case 'edited':
      return t('Earlier texts of edited notes');
    case 'source_changed':
      return t('Earlier texts of changed files');
    case 'source_removed':
      return t('Of files that are gone');
    case 'taken_back':
      return t('Undone after saving');
    case 'imported_archived':
      return t('Imported as archived');
    case '':
      return t('Without a reason');
    default:
      return reason;
  }
};
