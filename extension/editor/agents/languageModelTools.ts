import * as vscode from 'vscode';
import { abortable } from '../platform/abortable.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { Beforehand } from '../palace/palaceForDryRun.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import type { Localiser } from '../platform/localiser.ts';
import { offeredTools } from './offeredTools.ts';
import {
  confirmationOf,
  demandPossible,
  invokeTool,
  progressOf,
  type InvocationDependencies,
} from './toolInvocation.ts';

interface LanguageModelToolDependencies {
  readonly session: PalaceSession;
  readonly log: vscode.LogOutputChannel;
  readonly localiser: Localiser;
  readonly changed: () => void;
  readonly beforehand: Beforehand;
}

/** Offers the palace to language models as tools (`#palaceSearch` and others). Those that write ask first. */
export const registerLanguageModelTools = ({
  session,
  log,
  localiser,
  changed,
  beforehand,
}: LanguageModelToolDependencies): vscode.Disposable => {
  const dependencies: InvocationDependencies = {
    session,
    localiser,
    changed,
    beforehand,
    workspace: () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '',
    agent: {
      id: vscode.env.sessionId,
      given: new Set(),
      saved: new Set(),
      onProblem: (error) => log.warn(`${error.code}: ${error.message}`),
    },
  };
  const held = new DisposableStore();
  if (!('lm' in vscode) || typeof vscode.lm.registerTool !== 'function') {
    log.debug('This editor has no language-model tools: the palace’s are left out.');
    return held;
  }
  for (const name of offeredTools) {
    held.add(
      vscode.lm.registerTool<unknown>(name, {
        async invoke({ input, tokenizationOptions }, token) {
          const text = await abortable(token, (signal) =>
            invokeTool(name, input, tokenizationOptions?.tokenBudget, signal, dependencies),
          );
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
        async prepareInvocation({ input }) {
          // A throw ends the call before the question, as VS Code's own tools do it; the model gets the message.
          await demandPossible(name, input, dependencies);
          const confirmation = confirmationOf(name, input, localiser);
          return {
            invocationMessage: progressOf(name, input, localiser),
            ...(confirmation === null
              ? {}
              : {
                  confirmationMessages: {
                    title: confirmation.title,
                    message: new vscode.MarkdownString(confirmation.message).appendCodeblock(
                      confirmation.content,
                      'text',
                    ),
                  },
                }),
          };
        },
      }),
    );
  }
  return held;
};
