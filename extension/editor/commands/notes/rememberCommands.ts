import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { maskedText } from '../../../palace/model/text/maskedText.ts';
import { recursNews } from '../../notes/checkedNews.ts';
import { selectedText } from '../../notes/selectedText.ts';
import { noteTypeTexts } from '../../notes/noteTypeText.ts';
import { isNote, remember, type Remembered, type RememberOutcome, type RememberUi } from '../../notes/remember.ts';
import { pickTags } from '../../notes/tagPick.ts';
import type { Beforehand } from '../../palace/palaceForDryRun.ts';
import { requirePlace } from '../../palace/requirePalace.ts';
import { afterCommand } from '../../platform/afterCommand.ts';
import type { Localiser } from '../../platform/localiser.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { vocabularyText } from '../../platform/vocabularyText.ts';
import { lineLabel, plainLabel } from '../../search/lineLabel.ts';
import { drawerIcon } from '../../search/drawerIcon.ts';
import { takeBack, tellChecked, tellNews, type NoteNewsDependencies } from './noteNews.ts';

interface RememberCommandDependencies extends NoteNewsDependencies {
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly beforehand: Beforehand;
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
  const { localiser, log, open, changed } = dependencies;
  const outcome = await remember(given, dependencies, rememberUi(given, localiser), {
    requestId: randomUUID,
    sessionId: vscode.env.sessionId,
  });
  if (outcome.kind === 'open') await open(outcome.drawerId, false);
  if (outcome.kind !== 'saved') return;
  for (const warning of outcome.warnings) log.info(warning);
  changed();
  afterCommand(() => showSaved(outcome, dependencies), dependencies);
  if (outcome.pattern !== null) tellNews(recursNews(outcome.pattern, localiser), outcome.drawerId, dependencies);
  afterCommand(() => tellChecked(outcome.drawerId, dependencies), dependencies);
};

const showSaved = async (
  { drawerId, type }: Extract<RememberOutcome, { kind: 'saved' }>,
  dependencies: RememberCommandDependencies,
): Promise<void> => {
  const { session, localiser, open } = dependencies;
  const { t } = localiser;
  const [show, undo] = [t('Open Note'), t('Undo')];
  // The saved drawer is shown, not the given text: its secrets are known by now and can be masked.
  const line = lineLabel(maskedText(await (await session.api()).show({ drawer_id: drawerId })), []);
  const chosen = await vscode.window.showInformationMessage(
    t('Remembered as {0}: {1}', vocabularyText(type, localiser), line),
    show,
    undo,
  );
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
  return { text, source: sourceOf(document, lines) };
};

/** The place in a file of the workspace. A cell's lines are not those of its notebook's file. */
const sourceOf = (
  document: vscode.TextDocument,
  lines: { readonly start: number; readonly end: number },
): Remembered['source'] => {
  const notebook = vscode.workspace.notebookDocuments.find((open) =>
    open.getCells().some((cell) => cell.document === document),
  );
  const { uri } = notebook ?? document;
  if (uri.scheme !== 'file' || vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  const file = vscode.workspace.asRelativePath(uri).replaceAll('\\', '/');
  return notebook === undefined ? { file, lines } : { file };
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
