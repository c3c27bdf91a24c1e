import { commitSubject } from '../../palace/model/text/commitSubject.ts';
import { maskedText } from '../../palace/model/text/maskedText.ts';
import type { FileEventView } from '../../palace/contract/historySchemas.ts';
import { commitHash } from '../git/commitText.ts';
import { drawersText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';
import { vocabularyText } from '../platform/vocabularyText.ts';
import { placeOf } from './hitText.ts';
import { lineLabel, plainLabel } from './lineLabel.ts';

interface HistoryText {
  readonly label: string;
  /** When, and by whom if that is known. */
  readonly description: string;
  readonly detail: string;
}

/** An event of a file's history as a row of a list. `path`: the file's present one. */
export const historyText = (
  { drawer, drawers, path: then }: FileEventView,
  path: string,
  localiser: Localiser,
): HistoryText => {
  const { t, date } = localiser;
  const who = drawer.properties['author'] ?? drawer.filed_by ?? drawer.speaker;
  const text = maskedText(drawer);
  const parts = [
    drawer.type === 'file'
      ? `${t('filed from the file')} · ${drawers === 1 ? (placeOf(drawer.source_file, drawer.lines, localiser) ?? '') : drawersText(drawers, localiser)}`
      : vocabularyText(drawer.type, localiser),
    commitHash(drawer)?.slice(0, 7) ?? null,
    drawer.type === 'file' || then === path ? null : t('when it was {0}', then),
    drawer.archived ? t('archived') : null,
    drawer.superseded_by === null ? null : t('replaced'),
    drawer.sensitive ? t('sensitive') : null,
  ];
  return {
    // A commit is known by its subject.
    label: plainLabel(lineLabel(drawer.type === 'git_commit' ? commitSubject(text) : text, [])),
    description: plainLabel([date(drawer.filed_at), who].filter((part) => typeof part === 'string').join(' · ')),
    detail: plainLabel(parts.filter((part) => part !== null).join(' · ')),
  };
};
