import * as vscode from 'vscode';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import { checkedNews, type CheckedNews } from '../../notes/checkedNews.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { tellUndoable } from '../../platform/tellUndoable.ts';
import { noteUri } from '../../source/noteDocuments.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

export interface NoteNewsDependencies extends CommandDependencies {
  /** Drawers were changed by hand. */
  readonly changed: () => void;
}

/** Waits until the note has been compared with others, and shows which say nearly the same. */
export const tellChecked = async (drawerId: string, dependencies: NoteNewsDependencies): Promise<void> => {
  const api = await dependencies.session.api();
  const { checks, unavailable } = await api.noteChecks({ drawer_ids: [drawerId], wait: true });
  if (unavailable !== null) dependencies.log.info(unavailable);
  for (const check of checks)
    for (const news of checkedNews(check, dependencies.localiser)) tellNews(news, drawerId, dependencies);
};

/**
 * Tells what was found of a note, with buttons. The message may stay for long, and the palace may be opened anew meanwhile, so
 * what they do asks the session for it.
 */
export const tellNews = (news: CheckedNews, drawerId: string, dependencies: NoteNewsDependencies): void => {
  const {
    localiser: { t },
  } = dependencies;
  afterCommand(async () => {
    if (news.kind === 'recurs') {
      const session = t('Show Session');
      if ((await vscode.window.showWarningMessage(news.text, session)) === session)
        await vscode.commands.executeCommand('synapsePalace.session.focus');
      return;
    }
    if (news.kind === 'replaces') {
      await tellReplaced(news, drawerId, dependencies);
      return;
    }
    const [replace, keep, undo] = [t('Replace Older'), t('Keep Both'), t('Undo')];
    const chosen = await askComparing(news, [replace, keep], [undo], drawerId, dependencies);
    if (chosen === replace) await replaceOlder(news.other, drawerId, dependencies);
    if (chosen === undo) await takeBack(drawerId, dependencies);
  }, dependencies);
};

/** Tells the news with buttons before and after one that shows both notes. Whoever looks at them is asked again. */
const askComparing = async (
  { text, other }: Exclude<CheckedNews, { kind: 'recurs' }>,
  before: readonly string[],
  after: readonly string[],
  drawerId: string,
  { session, localiser }: NoteNewsDependencies,
): Promise<string | undefined> => {
  const compare = localiser.t('Compare');
  for (;;) {
    const chosen = await vscode.window.showInformationMessage(text, ...before, compare, ...after);
    if (chosen !== compare) return chosen;
    await showDifference(other, drawerId, await session.api(), localiser);
  }
};

/** Marks the older note as replaced if the person agrees, or removes the mark. */
const tellReplaced = async (
  news: Extract<CheckedNews, { kind: 'replaces' }>,
  drawerId: string,
  dependencies: NoteNewsDependencies,
): Promise<void> => {
  const { session, changed, localiser } = dependencies;
  const { t } = localiser;
  const { other, applied } = news;
  const act = applied ? t('Undo') : t('Replace Older');
  if ((await askComparing(news, [act], [], drawerId, dependencies)) !== act) return;
  if (!applied) return replaceOlder(other, drawerId, dependencies);
  await (await session.api()).update({ drawer_ids: [other], whole_notes: true, superseded_by: null });
  changed();
};

/** Marks the older note as replaced, which can be undone. */
const replaceOlder = async (
  older: string,
  drawerId: string,
  dependencies: NoteNewsDependencies,
): Promise<void> => {
  const mark = async (by: string | null): Promise<void> => {
    await (await dependencies.session.api()).update({ drawer_ids: [older], whole_notes: true, superseded_by: by });
    dependencies.changed();
  };
  await mark(drawerId);
  tellUndoable(dependencies.localiser.t('The older note is marked as replaced.'), () => mark(null), dependencies);
};

/** The older and the new note side by side. */
const showDifference = async (
  older: string,
  drawerId: string,
  api: PalaceApi,
  { t }: Localiser,
): Promise<void> => {
  const [left, right] = await Promise.all([older, drawerId].map((id) => api.show({ drawer_id: id })));
  if (left === undefined || right === undefined) return;
  await vscode.commands.executeCommand('vscode.diff', noteUri(left), noteUri(right), t('Older note ↔ new note'));
};

/** Archives a note that was just saved. */
export const takeBack = async (drawerId: string, { session, changed }: NoteNewsDependencies): Promise<void> => {
  const api = await session.api();
  await api.update({ drawer_ids: [drawerId], whole_notes: true, archived: true, archive_reason: 'taken_back' });
  changed();
};
