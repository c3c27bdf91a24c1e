import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { maskedText } from '../../../palace/model/text/maskedText.ts';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import { checkedNews, recursNews, type CheckedNews } from '../../notes/checkedNews.ts';
import { selectedText } from '../../notes/selectedText.ts';
import { noteTypeTexts } from '../../notes/noteTypeText.ts';
import { isNote, remember, type Remembered, type RememberOutcome, type RememberUi } from '../../notes/remember.ts';
import { pickTags } from '../../notes/tagPick.ts';
import { requirePlace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { lineLabel, plainLabel } from '../../search/lineLabel.ts';
import { drawerIcon } from '../../search/drawerIcon.ts';
import { noteUri } from '../../source/noteDocuments.ts';
import { tellUndoable } from '../../platform/tellUndoable.ts';
import type { CommandDependencies } from '../commandDependencies.ts';

export interface RememberCommandDependencies extends CommandDependencies {
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  /** Drawers were changed by hand. */
  readonly changed: () => void;
}

/** `rememberSelection`, `newNote`. */
export const registerRememberCommands = (dependencies: RememberCommandDependencies): vscode.Disposable =>
  registerCommands(
    {
      rememberSelection: () => rememberSelection(dependencies),
      newNote: () => newNote(dependencies),
    },
    dependencies,
  );

const rememberSelection = async (dependencies: RememberCommandDependencies): Promise<void> => {
  const { t } = dependencies.localiser;
  const editor = vscode.window.activeTextEditor;
  const selected = editor === undefined ? null : selectionOf(editor);
  if (selected === null) {
    await vscode.window.showInformationMessage(t('Select the text to remember.'));
    return;
  }
  if (await requirePlace(dependencies.session, dependencies.localiser)) await save(selected, dependencies);
};

const newNote = async (dependencies: RememberCommandDependencies): Promise<void> => {
  const { t } = dependencies.localiser;
  if (!(await requirePlace(dependencies.session, dependencies.localiser))) return;
  const text = await vscode.window.showInputBox({
    title: t('New Note'),
    prompt: t('The text of the note. To save a longer one, select it in an editor and run Remember Selection.'),
    validateInput: (value) => (value.trim() === '' ? t('Enter the text of the note.') : null),
    ignoreFocusOut: true,
  });
  if (text === undefined) return;
  try {
    await save({ text, source: undefined }, dependencies);
  } catch (thrown) {
    // The box that it was typed into is gone.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text }));
    throw thrown;
  }
};

const save = async (given: Remembered, dependencies: RememberCommandDependencies): Promise<void> => {
  const { session, localiser, log, open, changed } = dependencies;
  const api = await session.apiOrNew();
  const outcome = await remember(given, api, rememberUi(given, localiser), {
    requestId: randomUUID,
    sessionId: vscode.env.sessionId,
  });
  if (outcome.kind === 'open') await open(outcome.drawerId, false);
  if (outcome.kind !== 'saved') return;
  for (const warning of outcome.warnings) log.info(warning);
  changed();
  afterCommand(() => showSaved(outcome, dependencies), dependencies);
  if (outcome.pattern !== null) tell(recursNews(outcome.pattern, localiser), outcome.drawerId, dependencies);
  afterCommand(() => tellChecked(outcome.drawerId, dependencies), dependencies);
};

/** Waits until the note has been compared with others, and shows which say nearly the same. */
const tellChecked = async (drawerId: string, dependencies: RememberCommandDependencies): Promise<void> => {
  const api = await dependencies.session.api();
  const { checks, unavailable } = await api.noteChecks({ drawer_ids: [drawerId], wait: true });
  if (unavailable !== null) dependencies.log.info(unavailable);
  for (const check of checks)
    for (const news of checkedNews(check, dependencies.localiser)) tell(news, drawerId, dependencies);
};

/**
 * Tells it with buttons. The message may stay for long, and the palace may be opened anew meanwhile, so what they do asks the
 * session for it.
 */
const tell = (news: CheckedNews, drawerId: string, dependencies: RememberCommandDependencies): void => {
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
  { session, localiser }: RememberCommandDependencies,
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
  dependencies: RememberCommandDependencies,
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
  dependencies: RememberCommandDependencies,
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
const takeBack = async (drawerId: string, { session, changed }: RememberCommandDependencies): Promise<void> => {
  const api = await session.api();
  const { drawer_ids: parts } = await api.noteText({ drawer_id: drawerId });
  await api.update({ drawer_ids: parts, archived: true, archive_reason: 'taken_back' });
  changed();
};

const showSaved = async (
  { drawerId, type }: Extract<RememberOutcome, { kind: 'saved' }>,
  dependencies: RememberCommandDependencies,
): Promise<void> => {
  const {
    session,
    localiser: { t },
    open,
  } = dependencies;
  const [show, undo] = [t('Open Note'), t('Undo')];
  // The saved drawer is shown, not the given text: its secrets are known by now and can be masked.
  const line = lineLabel(maskedText(await (await session.api()).show({ drawer_id: drawerId })), []);
  const chosen = await vscode.window.showInformationMessage(t('Remembered as {0}: {1}', type, line), show, undo);
  if (chosen === show) await open(drawerId, false);
  if (chosen === undo) await takeBack(drawerId, dependencies);
};

/** The selected text and its place; null if nothing is selected. */
const selectionOf = ({ document, selections }: vscode.TextEditor): Remembered | null => {
  const selected = selectedText(
    selections.map((selection) => ({
      text: document.getText(selection),
      start: selection.start,
      end: selection.end,
    })),
    document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n',
  );
  if (selected === null) return null;
  const { text, lines } = selected;
  const inWorkspace =
    document.uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  return {
    text,
    source: inWorkspace
      ? {
          file: vscode.workspace.asRelativePath(document.uri).replaceAll('\\', '/'),
          lines,
        }
      : undefined,
  };
};

const rememberUi = ({ text }: Remembered, localiser: Localiser): RememberUi => ({
  askType: async () => {
    const items = noteTypeTexts(localiser).map(({ type, label, detail }) => ({
      label,
      detail,
      type,
      iconPath: new vscode.ThemeIcon(drawerIcon(type)),
    }));
    const chosen = await vscode.window.showQuickPick(items, {
      title: localiser.t('Save Note (1/2): Type'),
      placeHolder: plainLabel(lineLabel(text, [])),
      matchOnDetail: true,
      ignoreFocusOut: true,
    });
    return chosen?.type;
  },
  askTags: (known) => pickTags({ title: localiser.t('Save Note (2/2): Tags'), known, localiser }),
  askDuplicates: async (duplicates) => {
    const { t } = localiser;
    const [replace, keep, other] = [t('Replace Older'), t('Keep Both'), t('Open the Other')];
    const lines = duplicates
      .slice(0, 5)
      .map(({ drawer_id: id, text_start: start }) => `• ${start === '' ? id : lineLabel(start, [])}`);
    const chosen = await vscode.window.showWarningMessage(
      t('The same text is remembered already.'),
      { modal: true, detail: lines.join('\n') },
      ...(duplicates.some(isNote) ? [replace] : []),
      keep,
      other,
    );
    if (chosen === replace) return 'replace';
    return chosen === keep ? 'save' : chosen === other ? 'open' : undefined;
  },
  busy: (work) =>
    Promise.resolve(
      vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: localiser.t('Remembering') },
        work,
      ),
    ),
});
