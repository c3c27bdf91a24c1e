import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { maskedText } from '../../palace/model/maskedText.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { checkedNews, recursNews, type CheckedNews } from '../notes/checkedNews.ts';
import { noteTypeTexts } from '../notes/noteTypeText.ts';
import { remember, type Remembered, type RememberOutcome, type RememberUi } from '../notes/remember.ts';
import { pickTags } from '../notes/tagPick.ts';
import { requirePalace } from '../palace/requirePalace.ts';
import { afterCommand } from '../platform/afterCommand.ts';
import type { Localiser } from '../platform/localiser.ts';
import { registerCommands } from '../platform/registerCommands.ts';
import { lineLabel, plainLabel } from '../search/lineLabel.ts';
import { drawerIcon } from '../search/drawerIcon.ts';
import type { CommandDependencies } from './commandDependencies.ts';

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
    await vscode.window.showInformationMessage(t('Select the text that is to be remembered.'));
    return;
  }
  if (await canSave(dependencies)) await save(selected, dependencies);
};

const newNote = async (dependencies: RememberCommandDependencies): Promise<void> => {
  const { t } = dependencies.localiser;
  if (!(await canSave(dependencies))) return;
  const text = await vscode.window.showInputBox({
    title: t('New Note'),
    prompt: t('What is to be remembered; longer texts can be selected in an editor, or edited once it is saved'),
    validateInput: (value) => (value.trim() === '' ? t('Write something.') : null),
    ignoreFocusOut: true,
  });
  if (text !== undefined) await save({ text, source: undefined }, dependencies);
};

/** A note needs no mined workspace: saving the first one makes the palace. */
const canSave = async ({ session, localiser }: RememberCommandDependencies): Promise<boolean> =>
  session.state.kind === 'absent' || requirePalace(session, localiser);

const save = async (given: Remembered, dependencies: RememberCommandDependencies): Promise<void> => {
  const { session, localiser, log, open, changed } = dependencies;
  const api = await session.api();
  const outcome = await remember(given, api, rememberUi(given, localiser), {
    requestId: randomUUID,
    sessionId: vscode.env.sessionId,
  });
  if (outcome.kind === 'open') await open(outcome.drawerId, false);
  if (outcome.kind !== 'saved') return;
  for (const warning of outcome.warnings) log.info(warning);
  changed();
  afterCommand(() => showSaved(outcome, api, dependencies), dependencies);
  if (outcome.pattern !== null) tell(recursNews(outcome.pattern, localiser), outcome.drawerId, api, dependencies);
  afterCommand(() => tellChecked(outcome.drawerId, api, dependencies), dependencies);
};

/** Waits until the note could be compared with others, and tells what says nearly the same. */
const tellChecked = async (
  drawerId: string,
  api: PalaceApi,
  dependencies: RememberCommandDependencies,
): Promise<void> => {
  const { checks, unavailable } = await api.noteChecks({ drawer_ids: [drawerId], wait: true });
  if (unavailable !== null) dependencies.log.info(unavailable);
  for (const check of checks)
    for (const news of checkedNews(check, dependencies.localiser)) tell(news, drawerId, api, dependencies);
};

const tell = (
  news: CheckedNews,
  drawerId: string,
  api: PalaceApi,
  dependencies: RememberCommandDependencies,
): void => {
  const {
    localiser: { t },
    open,
  } = dependencies;
  afterCommand(async () => {
    if (news.kind === 'recurs') {
      const session = t('Show Session');
      if ((await vscode.window.showWarningMessage(news.text, session)) === session)
        await vscode.commands.executeCommand('synapsePalace.session.focus');
      return;
    }
    if (news.kind === 'replaces') {
      await tellReplaced(news, drawerId, api, dependencies);
      return;
    }
    const [other, back] = [t('Open the Other'), t('Take Back')];
    const chosen = await vscode.window.showInformationMessage(news.text, other, back);
    if (chosen === other) await open(news.other, false);
    if (chosen === back) await takeBack(drawerId, api, dependencies);
  }, dependencies);
};

/** Marks the older note as replaced if the person agrees, or takes the mark back. */
const tellReplaced = async (
  { text, other, applied }: Extract<CheckedNews, { kind: 'replaces' }>,
  drawerId: string,
  api: PalaceApi,
  { localiser: { t }, open, changed }: RememberCommandDependencies,
): Promise<void> => {
  const [show, act] = [t('Open the Other'), applied ? t('Undo') : t('Mark as Replaced')];
  const chosen = await vscode.window.showInformationMessage(text, act, show);
  if (chosen === show) await open(other, false);
  if (chosen !== act) return;
  await api.update({ drawer_ids: [other], superseded_by: applied ? null : drawerId });
  changed();
};

/** Archives a note that was just saved. */
const takeBack = async (
  drawerId: string,
  api: PalaceApi,
  { changed }: RememberCommandDependencies,
): Promise<void> => {
  const { drawer_ids: parts } = await api.noteText({ drawer_id: drawerId });
  await api.update({ drawer_ids: parts, archived: true, archive_reason: 'taken_back' });
  changed();
};

const showSaved = async (
  { drawerId, type }: Extract<RememberOutcome, { kind: 'saved' }>,
  api: PalaceApi,
  dependencies: RememberCommandDependencies,
): Promise<void> => {
  const {
    localiser: { t },
    open,
  } = dependencies;
  const [show, undo] = [t('Open Note'), t('Undo')];
  // The saved drawer is shown, not the given text: its secrets are known by now and can be masked.
  const line = lineLabel(maskedText(await api.show({ drawer_id: drawerId })), []);
  const chosen = await vscode.window.showInformationMessage(t('Remembered as {0}: {1}', type, line), show, undo);
  if (chosen === show) await open(drawerId, false);
  if (chosen === undo) await takeBack(drawerId, api, dependencies);
};

/** The selected text and its place; null if nothing is selected. */
const selectionOf = ({ document, selection }: vscode.TextEditor): Remembered | null => {
  const text = document.getText(selection);
  if (text.trim() === '') return null;
  const { start, end } = selection;
  const lastLine = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const inWorkspace =
    document.uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(document.uri) !== undefined;
  return {
    text,
    source: inWorkspace
      ? {
          file: vscode.workspace.asRelativePath(document.uri).replaceAll('\\', '/'),
          lines: { start: start.line + 1, end: lastLine + 1 },
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
      title: localiser.t('Remember (1/2): What Is It?'),
      placeHolder: plainLabel(lineLabel(text, [])),
      matchOnDetail: true,
      ignoreFocusOut: true,
    });
    return chosen?.type;
  },
  askTags: (known) => pickTags({ title: localiser.t('Remember (2/2): Tags'), known, localiser }),
  askDuplicates: async (duplicates) => {
    const [anyway, other] = [localiser.t('Save Anyway'), localiser.t('Open the Other')];
    const lines = duplicates
      .slice(0, 5)
      .map(
        ({ kind, similarity, text_start: start }) =>
          `• ${kind === 'exact' ? localiser.t('the same text') : localiser.t('similarity {0}', similarity.toFixed(2))}${start === '' ? '' : `: ${lineLabel(start, [])}`}`,
      );
    const chosen = await vscode.window.showWarningMessage(
      localiser.t('This is remembered already.'),
      { modal: true, detail: lines.join('\n') },
      anyway,
      other,
    );
    return chosen === anyway ? 'save' : chosen === other ? 'open' : undefined;
  },
  busy: (work) =>
    Promise.resolve(
      vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: localiser.t('Remembering') },
        work,
      ),
    ),
});
