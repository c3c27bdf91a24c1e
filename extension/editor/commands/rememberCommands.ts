import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { maskedText } from '../../palace/model/maskedText.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { noteTypeTexts } from '../notes/noteTypeText.ts';
import { remember, type Remembered, type RememberUi } from '../notes/remember.ts';
import { pickTags } from '../notes/tagPick.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { bestLine, plainLabel } from '../search/bestLine.ts';
import { drawerIcon } from '../search/drawerIcon.ts';
import { showError } from '../platform/showError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { havePalace } from '../palace/havePalace.ts';
import { registerCommand } from '../platform/registerCommand.ts';

export interface RememberCommandDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly open: (drawerId: string, toSide: boolean) => Promise<void>;
  readonly changed: () => void;
}

/** `rememberSelection`, `newNote`. */
export const registerRememberCommands = (dependencies: RememberCommandDependencies): vscode.Disposable => {
  const { session, localiser, log, open, changed } = dependencies;
  const run = async (given: Remembered): Promise<void> => {
    const api = await session.api();
    const outcome = await remember(given, api, rememberUi(given, localiser), randomUUID);
    if (outcome.kind === 'open') await open(outcome.drawerId, false);
    if (outcome.kind !== 'saved') return;
    for (const warning of outcome.warnings) log.info(warning);
    changed();
    const [show, undo] = [localiser.t('Open Note'), localiser.t('Undo')];
    const afterwards = async (): Promise<void> => {
      // By now it is known where secrets stand in it.
      const line = bestLine(maskedText(await api.show({ drawer_id: outcome.drawerId })), []);
      const chosen = await vscode.window.showInformationMessage(
        localiser.t('Remembered as {0}: {1}', outcome.type, line),
        show,
        undo,
      );
      if (chosen === show) await open(outcome.drawerId, false);
      if (chosen !== undo) return;
      const { drawer_ids: parts } = await api.noteText({ drawer_id: outcome.drawerId });
      await api.update({ drawer_ids: parts, archived: true, archive_reason: 'taken_back' });
      changed();
    };
    // The message stays until it is answered; the command does not wait for it.
    void afterwards().catch((thrown: unknown) => showError(thrown, log, localiser));
  };
  /** A note needs no mined workspace: saving the first one makes the palace. */
  const mayBegin = async (): Promise<boolean> => session.state.kind === 'absent' || havePalace(session, localiser);
  const held = new DisposableStore();
  held.add(
    registerCommand(
      'rememberSelection',
      async () => {
        const editor = vscode.window.activeTextEditor;
        const selected = editor === undefined ? null : selectionOf(editor);
        if (selected === null) {
          await vscode.window.showInformationMessage(localiser.t('Select the text that is to be remembered.'));
          return;
        }
        if (await mayBegin()) await run(selected);
      },
      dependencies,
    ),
  );
  held.add(
    registerCommand(
      'newNote',
      async () => {
        if (!(await mayBegin())) return;
        const text = await vscode.window.showInputBox({
          title: localiser.t('New Note'),
          prompt: localiser.t(
            'What is to be remembered; longer texts can be selected in an editor, or edited once it is saved',
          ),
          validateInput: (value) => (value.trim() === '' ? localiser.t('Write something.') : null),
          ignoreFocusOut: true,
        });
        if (text !== undefined) await run({ text, source: undefined });
      },
      dependencies,
    ),
  );
  return held;
};

/** The selected text as it stands, and where; null where nothing is selected. */
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
      placeHolder: plainLabel(bestLine(text, [])),
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
          `• ${kind === 'exact' ? localiser.t('the very same text') : localiser.t('likeness {0}', similarity.toFixed(2))}${start === '' ? '' : `: ${bestLine(start, [])}`}`,
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
