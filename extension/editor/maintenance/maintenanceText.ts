import type { MaintainReport } from '../../palace/contract/memory/ageingSchemas.ts';
import type { Localiser } from '../platform/localiser.ts';
import { recurringIssuesText } from '../platform/countedText.ts';

/** Whether there is nothing that a person could agree to. */
export const isIdle = ({ changes, patterns_aged: patterns }: MaintainReport): boolean =>
  changes.length + patterns.length === 0;

/** One line of counts: what was done or would be done. */
export const maintenanceSummary = (
  { counts, patterns_aged: patterns }: MaintainReport,
  localiser: Localiser,
): string => {
  const { t, count } = localiser;
  return t(
    '{0} archived, {1} demoted, {2} promoted, {3} settled',
    count(counts.archived),
    count(counts.demoted),
    count(counts.promoted),
    recurringIssuesText(patterns.length, localiser),
  );
};

/** Every change with its reason, as a document. Reasons are the palace's own words. */
export const maintenanceDocument = (report: MaintainReport, localiser: Localiser): string =>
  [
    localiser.t('What maintenance would do. Nothing has been written yet.'),
    maintenanceSummary(report, localiser),
    '',
    ...report.changes.map(({ drawer_id: id, from, to, reason }) => `${from} → ${to}  ${id}\n  ${reason}`),
    ...report.patterns_aged.map(
      ({ pattern_id: id, label, reason }) => `${localiser.t('resolved')}  ${id}  ${label}\n  ${reason}`,
    ),
    '',
  ].join('\n');
