import type { ConversationImportReport } from '../../palace/contract/filing/conversationSchemas.ts';
import { conversationsText, exchangesText, newDrawersText } from '../platform/countedText.ts';
import { leftOutReason } from '../../palace/model/source/leftOutReasons.ts';
import type { Localiser } from '../platform/localiser.ts';

/** Reasons that are not worth a mention: sessions of other workspaces and empty ones are left out on purpose. */
const silent = new Set(['other_workspace', 'helper', 'no_exchanges', 'unknown_type', 'unknown_block']);

export const leftOut = ({ skipped }: ConversationImportReport): number =>
  Object.entries(skipped).reduce((sum, [reason, times]) => sum + (silent.has(reason) ? 0 : times), 0);

/** The result of an import of conversations, in a sentence. */
export const importText = (report: ConversationImportReport, localiser: Localiser): string => {
  const { conversations, added, duplicates, updated } = report;
  if (conversations === 0 && added === 0) return localiser.t('No conversation was found there.');
  const left = leftOut(report);
  const parts = [
    `${conversationsText(conversations, localiser)}, ${newDrawersText(added, localiser)}`,
    updated === 0 ? null : localiser.t('{0} brought up to date', exchangesText(updated, localiser)),
    duplicates === 0
      ? null
      : duplicates === 1
        ? localiser.t('1 drawer was there already')
        : localiser.t('{0} drawers were there already', localiser.count(duplicates)),
    left === 0 ? null : localiser.t('lines or files that could not be read: {0}', localiser.count(left)),
  ].filter((part) => part !== null);
  return localiser.t('Imported conversations: {0}.', parts.join(', '));
};

/** A place within a file, as the import names it. */
const placeText = (where: string, { t }: Localiser): string => {
  const [, kind, number = '', title] = /^([a-z]+) (\d+)(?: of “(.*)”)?$/su.exec(where) ?? [];
  if (title !== undefined) return kind === 'message' ? t('message {0} of “{1}”', number, title) : where;
  switch (kind) {
    case 'line':
      return t('line {0}', number);
    case 'conversation':
      return t('conversation {0}', number);
    case 'message':
      return t('message {0}', number);
    case 'request':
      return t('request {0}', number);
    case 'entry':
      return t('entry {0}', number);
    default:
      return where;
  }
};

/** What was not imported, as a document: counts by reason, then each place. */
export const importProblemsText = (
  { skipped, problems }: ConversationImportReport,
  localiser: Localiser,
): string => {
  const reasons = Object.entries(skipped)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, times]) => `${localiser.t(leftOutReason(reason))}: ${localiser.count(times)}`);
  const files = [...new Set(problems.map(({ file }) => file))];
  const places = files.map((file) => {
    const found = problems.filter((problem) => problem.file === file);
    const lines = found.map(
      ({ where, reason }) =>
        `  ${where === '' ? '' : `${placeText(where, localiser)}: `}${localiser.t(leftOutReason(reason))}`,
    );
    return [file, ...lines].join('\n');
  });
  return `${[localiser.t('What was not taken from the files, by reason'), reasons.join('\n'), ...places].join('\n\n')}\n`;
};
