import type { MineReport } from '../../palace/contract/filing/intakeSchemas.ts';
import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import { leftOutReason } from '../../palace/model/source/leftOutReasons.ts';
import { skippedDocument } from '../../palace/model/source/skippedDocument.ts';
import { filesText, newDrawersText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';

export const skippedCount = (report: MineReport): number =>
  Object.values(report.sources.skipped).reduce((sum, count) => sum + count, 0);

/** The result of mining, in a few sentences. `leftOut`: names of folders that are not of this machine. */
export const summaryText = (report: MineReport, localiser: Localiser, leftOut: readonly string[] = []): string => {
  const { mined, unchanged, renamed, archived } = report.sources;
  const skipped = skippedCount(report);
  const parts = [
    localiser.t('{0} filed as {1}', filesText(mined, localiser), newDrawersText(report.drawers.added, localiser)),
    unchanged === 0 ? null : localiser.t('{0} unchanged', localiser.count(unchanged)),
    renamed === 0 ? null : localiser.t('{0} renamed', localiser.count(renamed)),
    archived === 0 ? null : localiser.t('{0} gone, their drawers archived', localiser.count(archived)),
    skipped === 0 ? null : localiser.t('{0} skipped', localiser.count(skipped)),
  ].filter((part) => part !== null);
  const first = localiser.t('Mined the workspace: {0}.', parts.join(', '));
  const { pending } = report.embeddings;
  return [
    first,
    ...(report.unread_folders ?? []).map(({ template, values }) => localiser.t(template, ...values)),
    ...(leftOut.length === 0
      ? []
      : [localiser.t('Left out, because only folders of this machine are mined: {0}.', leftOut.join(', '))]),
    ...(pending === 0
      ? []
      : // No number, which would go on changing while this stands there.
        [
          localiser.t(
            'Search by words works now; the semantic index is built in the background, as the status bar shows.',
          ),
        ]),
  ].join(' ');
};

/** The skipped files by reason, as a document. */
export const skippedText = (report: MineReport, localiser: Localiser): string => {
  const reasons = Object.entries(report.sources.skipped)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  const sections = reasons.map(([reason, count]) => {
    const files = report.skipped_files
      .filter((file) => file.reason === reason)
      .map(({ path }) => `  ${path}${whyNot(path, reason, localiser)}`);
    const left = count - files.length;
    return [
      `${localiser.t(leftOutReason(reason))}: ${localiser.count(count)}`,
      ...files,
      ...(left > 0 ? [`  ${localiser.t('… and {0} more', localiser.count(left))}`] : []),
    ].join('\n');
  });
  return `${localiser.t('Files that were not filed, by reason')}\n\n${sections.join('\n\n')}\n`;
};

const whyNot = (file: string, reason: string, { t }: Localiser): string => {
  const why = documentKindOf(file) === null ? undefined : skippedDocument[reason];
  return why === undefined ? '' : ` (${t(why)})`;
};
