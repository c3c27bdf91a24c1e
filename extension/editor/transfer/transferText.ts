import type { ExportPalaceReport, ImportPalaceReport } from '../../palace/contract/transferSchemas.ts';
import type { PalaceStatus } from '../../palace/contract/palaceApi.ts';
import { drawersText } from '../platform/countedText.ts';
import type { Wording } from '../platform/localiser.ts';


/** What an export came to. */
export const exportOutcome = ({ drawers, skipped_sensitive: sensitive }: ExportPalaceReport, folder: string, wording: Wording): string => [
  wording.t('{0} exported to {1}.', drawersText(drawers, wording), folder),
  ...(sensitive === 0 ? [] : [sensitive === 1 ? wording.t('1 sensitive drawer was left out.') : wording.t('{0} sensitive drawers were left out.', wording.count(sensitive))]),
].join(' ');

const formatName = ({ format }: ImportPalaceReport, wording: Wording): string => {
  switch (format) {
    case 'mempalace': return wording.t('a palace of MemPalace');
    case 'synaptic': return wording.t('a database of Synaptic');
    case 'jsonl': case 'markdown': return wording.t('an exported palace');
    case 'drawers': return wording.t('a file of drawers');
  }
};

const counts = ({ duplicates, skipped }: ImportPalaceReport, wording: Wording): string[] => [
  ...(duplicates === 0 ? [] : [wording.t('Here already: {0}.', wording.count(duplicates))]),
  ...(Object.keys(skipped).length === 0 ? [] : [wording.t('Left out: {0}.', Object.entries(skipped).map(([reason, n]) => `${reason} ${wording.count(n)}`).join(', '))]),
];

const shownWarnings = 5;

/** What a person is asked after the dry run; null where there is nothing to import. */
export const importQuestion = (report: ImportPalaceReport, wording: Wording): { readonly message: string; readonly detail: string } | null =>
  report.added === 0
    ? null
    : {
      message: report.added === 1 ? wording.t('Import 1 drawer?') : wording.t('Import {0} drawers?', wording.count(report.added)),
      detail: [
        wording.t('This is {0}. Nothing in it is changed.', formatName(report, wording)), ...counts(report, wording), ...report.warnings.slice(0, shownWarnings),
        ...(report.warnings.length > shownWarnings ? [wording.t('… and {0} more notes.', wording.count(report.warnings.length - shownWarnings))] : []),
      ].join('\n'),
    };

/** What an import came to. */
export const importOutcome = (report: ImportPalaceReport, wording: Wording): string => [
  report.added === 0 ? wording.t('Nothing new was found in {0}.', formatName(report, wording)) : wording.t('{0} imported from {1}.', drawersText(report.added, wording), formatName(report, wording)),
  ...counts(report, wording),
].join(' ');

const gone = ({ total, archived }: PalaceStatus['drawers'], wording: Wording): string => (archived === 0
  ? wording.t('{0} would be gone, with the backups.', drawersText(total, wording))
  : wording.t('{0} would be gone, {1} of them archived, with the backups.', drawersText(total + archived, wording), wording.count(archived)));

/** What a person must know and type before a palace is deleted. */
export const deleteQuestion = (status: PalaceStatus | null, name: string, wording: Wording): { readonly message: string; readonly detail: string } => ({
  message: wording.t('Delete the memory of “{0}”?', name),
  detail: [
    ...(status === null ? [] : [gone(status.drawers, wording)]),
    wording.t('Your files stay as they are. Notes, archived drawers and what was imported exist nowhere else: export them first if you may want them back. This can\'t be undone.'),
  ].join(' '),
});
