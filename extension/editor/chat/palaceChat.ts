import { documentKindOf } from '../../palace/model/source/documentKinds.ts';
import * as vscode from 'vscode';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { abortable } from '../platform/abortable.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { workspaceView } from '../palace/windowPlan.ts';
import { sourcePaths } from '../source/sourcePaths.ts';
import type { Localiser } from '../platform/localiser.ts';
import { chatAnswer, chatProblem } from './chatAnswer.ts';
import type { ChatModel, ChatOutput } from './chatOutput.ts';

interface ChatDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  readonly extensionUri: vscode.Uri;
}

/** Makes `@palace` answer in the chat, if this editor has one. */
export const registerPalaceChat = ({
  session,
  localiser,
  log,
  extensionUri,
}: ChatDependencies): vscode.Disposable => {
  const held = new DisposableStore();
  if (!('chat' in vscode) || typeof vscode.chat.createChatParticipant !== 'function') {
    log.debug('This editor has no chat: @palace is left out.');
    return held;
  }
  const participant = held.add(
    vscode.chat.createChatParticipant('synapse-palace.palace', ({ command, prompt, model }, _, stream, token) =>
      abortable(token, async (signal) => {
        const out = chatOutput(stream);
        try {
          if (command !== 'save' && (await session.located()).kind === 'absent') {
            if (vscode.workspace.isTrusted) {
              out.own(localiser.t('This workspace has no memory yet.'));
              out.button('synapsePalace.mineWorkspace', localiser.t('Mine Workspace'));
            } else {
              out.own(
                localiser.t(
                  'The files of a workspace that you don’t trust are not mined, and no palace inside it is opened.',
                ),
              );
              out.button('workbench.trust.manage', localiser.t('Manage Workspace Trust'));
            }
            return {};
          }
          await chatAnswer({ command, prompt, model: chatModel(model, localiser) }, out, signal, {
            api: () => session.api(),
            apiOrNew: () => session.apiOrNew(),
            localiser,
            sessionId: vscode.env.sessionId,
          });
        } catch (thrown) {
          const error = PalaceError.from(thrown);
          if (signal.aborted) return {};
          log.warn(`@palace: ${error.code}: ${error.message}`);
          out.own(chatProblem(error, localiser));
        }
        return {};
      }),
    ),
  );
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icons', 'icon.png');
  return held;
};

/** Null if the request came without a model, as in older editors. */
const chatModel = (model: vscode.LanguageModelChat | undefined, localiser: Localiser): ChatModel | null =>
  model === undefined
    ? null
    : async function* ask(prompt, signal) {
        const source = new vscode.CancellationTokenSource();
        const cancel = (): void => source.cancel();
        signal.addEventListener('abort', cancel, { once: true });
        try {
          const justification = localiser.t('@palace answers your question from the drawers that it found.');
          const { text } = await model.sendRequest(
            [vscode.LanguageModelChatMessage.User(prompt)],
            { justification },
            source.token,
          );
          yield* text;
        } finally {
          signal.removeEventListener('abort', cancel);
          source.dispose();
        }
      };

const chatOutput = (stream: vscode.ChatResponseStream): ChatOutput => ({
  own: (text) => {
    const markdown = new vscode.MarkdownString(text);
    markdown.isTrusted = { enabledCommands: ['synapsePalace.openDrawer'] };
    stream.markdown(markdown);
  },
  model: (text) => void stream.markdown(text),
  progress: (text) => void stream.progress(text),
  reference: ({ source_file: file, lines, type }) => {
    if (file === null || type === 'git_commit' || type === 'conversation') return;
    const [found] = sourcePaths(file, workspaceView().folders);
    if (found === undefined) return;
    const uri = vscode.Uri.file(found);
    stream.reference(
      lines === null || documentKindOf(file) !== null
        ? uri
        : new vscode.Location(uri, new vscode.Range(lines.start - 1, 0, lines.end - 1, 0)),
    );
  },
  button: (command, title) => void stream.button({ command, title }),
});
