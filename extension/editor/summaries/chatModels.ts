import * as vscode from 'vscode';
import type { ChatModel } from './letModelWrite.ts';

/** The editor's language models. Listing them sends nothing; only `ask` does. */
export const chatModels = async (): Promise<readonly ChatModel[]> =>
  (await vscode.lm.selectChatModels()).map((model) => ({
    id: `${model.vendor}/${model.id}`,
    name: model.name,
    vendor: model.vendor,
    maxInputTokens: model.maxInputTokens,
    ask: async (prompt, signal) => {
      const source = new vscode.CancellationTokenSource();
      const stop = (): void => source.cancel();
      signal.addEventListener('abort', stop);
      try {
        const response = await model.sendRequest([vscode.LanguageModelChatMessage.User(prompt)], {}, source.token);
        let answer = '';
        for await (const part of response.text) answer += part;
        return answer;
      } finally {
        signal.removeEventListener('abort', stop);
        source.dispose();
      }
    },
  }));
