import type { MineProgress } from '../../palace/model/mineProgress.ts';
import type { MineReport } from '../../palace/palaceApi.ts';
import { filesText, newDrawersText } from '../countedText.ts';
import type { Wording } from '../wording.ts';

/** One line about mining under way, e.g. `Mining 120 of 300 · 45/s`. */
export const progressText = ({ stage, done, total, per_second: perSecond }: MineProgress, wording: Wording): string => {
  const amount = total === null ? wording.count(done) : wording.t('{0} of {1}', wording.count(done), wording.count(total));
  const what = {
    scanning: wording.t('Looking at files: {0}', amount),
    mining: wording.t('Filing: {0}', amount),
    embedding: wording.t('Working out meanings: {0}', amount),
    importing: wording.t('Reading drawers: {0}', amount),
    exporting: wording.t('Writing drawers: {0}', amount),
  }[stage];
  return perSecond === null || perSecond <= 0 ? what : wording.t('{0} · {1} a second', what, wording.count(Math.round(perSecond)));
};

export const skippedCount = (report: MineReport): number => Object.values(report.sources.skipped).reduce((sum, count) => sum + count, 0);

/** What a run of mining came to, in one or two sentences. */
export const summaryText = (report: MineReport, wording: Wording): string => {
  const { mined, unchanged, renamed, archived } = report.sources;
  const skipped = skippedCount(report);
  const parts = [
    wording.t('{0} filed as {1}', filesText(mined, wording), newDrawersText(report.drawers.added, wording)),
    unchanged === 0 ? null : wording.t('{0} unchanged', wording.count(unchanged)),
    renamed === 0 ? null : wording.t('{0} renamed', wording.count(renamed)),
    archived === 0 ? null : wording.t('{0} gone, their drawers archived', wording.count(archived)),
    skipped === 0 ? null : wording.t('{0} skipped', wording.count(skipped)),
  ].filter((part) => part !== null);
  const first = wording.t('Mined the workspace: {0}.', parts.join(', '));
  const { pending } = report.embeddings;
  return pending === 0 ? first : `${first} ${wording.t('Search by words works now; {0} drawers still get their meaning in the background.', wording.count(pending))}`;
};

/** The skipped files by reason, as a document. */
export const skippedText = (report: MineReport, wording: Wording): string => {
  const reasons = Object.entries(report.sources.skipped).filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a);
  const sections = reasons.map(([reason, count]) => {
    const files = report.skipped_files.filter((file) => file.reason === reason).map(({ path }) => `  ${path}`);
    const left = count - files.length;
    return [`${reason}: ${wording.count(count)}`, ...files, ...(left > 0 ? [`  ${wording.t('… and {0} more', wording.count(left))}`] : [])].join('\n');
  });
  return `${wording.t('Files that were not filed, by reason')}\n\n${sections.join('\n\n')}\n`;
};
