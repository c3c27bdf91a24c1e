import * as vscode from 'vscode';
import { messageOf } from '../../base/text/messageOf.ts';

/** What is used of the interface of VS Code's built-in Git extension (version 1). */
export interface OpenRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    readonly HEAD?: { readonly commit?: string } | undefined;
    readonly onDidChange: vscode.Event<void>;
  };
  /** Rejects if the repository has no such commit. */
  getCommit(reference: string): Promise<unknown>;
}
export interface GitExtensionApi {
  readonly repositories: readonly OpenRepository[];
  readonly onDidOpenRepository: vscode.Event<OpenRepository>;
  readonly onDidCloseRepository: vscode.Event<OpenRepository>;
}

const has = (value: unknown, ...names: readonly string[]): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && names.every((name) => name in value);
const isApi = (value: unknown): value is GitExtensionApi =>
  has(value, 'repositories', 'onDidOpenRepository', 'onDidCloseRepository') &&
  Array.isArray(value['repositories']);
const giveApi = (exported: unknown): unknown => {
  const getApi: unknown = has(exported, 'getAPI') ? exported['getAPI'] : undefined;
  return typeof getApi === 'function' ? Reflect.apply(getApi, exported, [1]) : null;
};

/**
 * The interface of the built-in Git extension; null if it is missing, switched off or found no git. In an untrusted
 * workspace it is also null, and the extension is not even asked.
 */
export const gitExtensionApi = async (log: (message: string) => void): Promise<GitExtensionApi | null> => {
  if (!vscode.workspace.isTrusted) return null;
  try {
    const exported: unknown = await vscode.extensions.getExtension('vscode.git')?.activate();
    const api = giveApi(exported);
    return isApi(api) ? api : null;
  } catch (thrown) {
    log(`The Git extension can't be used: ${messageOf(thrown)}`);
    return null;
  }
};
