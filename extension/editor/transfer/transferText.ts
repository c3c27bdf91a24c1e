import type { ExportPalaceReport, ImportPalaceReport } from '../../palace/contract/filing/transferSchemas.ts';
import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { drawersText } from '../platform/countedText.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';
import { leftOutReason } from '../../palace/model/source/leftOutReasons.ts';

/** The result of an export. */
export const exportOutcome = (
  { drawers, skipped_sensitive: sensitive }: ExportPalaceReport,
  folder: string,
  localiser: Localiser,
): string =>
  [
    localiser.t('{0} exported to {1}.', drawersText(drawers, localiser), folder),
    ...(sensitive === 0
      ? []
      : [
          sensitive === 1
            ? localiser.t('1 sensitive drawer was left out.')
            : localiser.t('{0} sensitive drawers were left out.', localiser.count(sensitive)),
        ]),
  ].join(' ');

/** The question before an export replaces an earlier one, which may be of another palace. */
export const replaceQuestion = (
  folder: string,
  { t }: Localiser,
): { readonly message: string; readonly detail: string } => ({
  message: t('Replace the export that is there already?'),
  detail: t(
    '{0} has an earlier export, of this palace or of another one. It is removed once the new one is complete.',
    folder,
  ),
});

const formatName = ({ format }: ImportPalaceReport, localiser: Localiser): string => {
  switch (format) {
    case 'mempalace':
      return localiser.t('a palace of MemPalace');
    case 'synaptic':
      return localiser.t('a database of Synaptic');
    case 'jsonl':
    case 'markdown':
      return localiser.t('an exported palace');
    case 'drawers':
      return localiser.t('a file of drawers');
  }
};

const counts = ({ duplicates, skipped }: ImportPalaceReport, localiser: Localiser): string[] => [
  ...(duplicates === 0 ? [] : [localiser.t('Here already: {0}.', localiser.count(duplicates))]),
  ...(Object.keys(skipped).length === 0
    ? []
    : [
        localiser.t(
          'Left out: {0}.',
          Object.entries(skipped)
            .map(([reason, n]) => `${localiser.t(leftOutReason(reason))} ${localiser.count(n)}`)
            .join(', '),
        ),
      ]),
];

const shownWarnings = 5;

const moreNotes = (count: number, localiser: Localiser): string =>
  count === 1 ? localiser.t('… and 1 more note.') : localiser.t('… and {0} more notes.', localiser.count(count));

/** The question after the dry run; null if there is nothing to import. */
export const importQuestion = (
  report: ImportPalaceReport,
  localiser: Localiser,
): { readonly message: string; readonly detail: string } | null =>
  report.added === 0
    ? null
    : {
        message:
          report.added === 1
            ? localiser.t('Import 1 drawer?')
            : localiser.t('Import {0} drawers?', localiser.count(report.added)),
        detail: [
          localiser.t('This is {0}. Nothing in it is changed.', formatName(report, localiser)),
          ...counts(report, localiser),
          ...report.warnings.slice(0, shownWarnings).map((warning) => localisedReason(warning, localiser)),
          ...(report.warnings.length > shownWarnings
            ? [moreNotes(report.warnings.length - shownWarnings, localiser)]
            : []),
        ].join('\n'),
      };

/** What an import left out and where, and what it assumed, as a document. */
export const importDetails = ({ warnings }: ImportPalaceReport, localiser: Localiser): string =>
  `${warnings.map((warning) => localisedReason(warning, localiser)).join('\n')}\n`;

/** The result of an import. */
export const importOutcome = (report: ImportPalaceReport, localiser: Localiser): string =>
  [
    report.added === 0
      ? localiser.t('Nothing new was found in {0}.', formatName(report, localiser))
      : localiser.t('{0} imported from {1}.', drawersText(report.added, localiser), formatName(report, localiser)),
    ...counts(report, localiser),
  ].join(' ');

const gone = ({ total, archived }: PalaceStatus['drawers'], localiser: Localiser): string =>
  archived === 0
    ? localiser.t('{0} would be gone, with the backups.', drawersText(total, localiser))
    : localiser.t(
        '{0} would be gone, {1} of them archived, with the backups.',
        drawersText(total + archived, localiser),
        localiser.count(archived),
      );

/** The question before a palace is deleted. */
export const deleteQuestion = (
  status: PalaceStatus | null,
  name: string,
  localiser: Localiser,
): { readonly message: string; readonly detail: string } => ({
  message: localiser.t('Delete the memory of “{0}”?', name),
  detail: [
    ...(status === null ? [] : [gone(status.drawers, localiser)]),
    localiser.t(
      "Your files stay as they are. Notes, archived drawers and what was imported exist nowhere else: export them first if you may want them back. This can't be undone.",
    ),
  ].join(' '),
});
