import * as vscode from 'vscode';
import { DisposableStore } from '../platform/disposableStore.ts';
import type { ConnectPlan } from '../palace/palaceSession.ts';
import type { Settings } from '../settings/settings.ts';
import { mcpServerPlan } from './mcpServerPlan.ts';

interface McpServerProviderDependencies {
  readonly plan: () => ConnectPlan;
  readonly settings: () => Settings;
  readonly version: string;
  readonly log: Pick<vscode.LogOutputChannel, 'info'>;
}

interface McpServerProvider extends vscode.Disposable {
  /** Call this after a change of settings, folders or trust, because the offer may have changed. */
  refresh(): void;
}

/** The ID in package.json. */
const providerId = 'synapsePalace';

/** Offers VS Code (1.101 and newer) the MCP server of this window's palace. */
export const registerMcpServerProvider = ({
  plan,
  settings,
  version,
  log,
}: McpServerProviderDependencies): McpServerProvider => {
  const { McpStdioServerDefinition: Definition } = vscode;
  const register = 'lm' in vscode ? vscode.lm.registerMcpServerDefinitionProvider : undefined;
  if (register === undefined || Definition === undefined)
    return { refresh: () => undefined, dispose: () => undefined };
  const held = new DisposableStore();
  const changed = held.add(new vscode.EventEmitter<void>());
  const offer = (): vscode.Disposable =>
    register(providerId, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions() {
        const server = mcpServerPlan({
          plan: plan(),
          enabled: settings().mcpServer,
          trusted: vscode.workspace.isTrusted,
          program: process.execPath,
        });
        if (server === null) return [];
        const definition = new Definition(
          'Synapse Palace',
          server.command,
          [...server.args],
          { ...server.env },
          version,
        );
        const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
        if (folder !== undefined) definition.cwd = folder.uri;
        return [definition];
      },
    });
  try {
    held.add(offer());
  } catch (thrown) {
    // VS Code 1.100 has the function, and throws: it knows the contribution by another name.
    log.info(`This VS Code takes no MCP server from an extension: ${String(thrown)}`);
  }
  return { refresh: () => changed.fire(), dispose: () => held.dispose() };
};
