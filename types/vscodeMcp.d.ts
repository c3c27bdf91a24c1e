import type * as vscode from 'vscode';

/** What VS Code has since 1.101 for extensions that bring an MCP server; older ones, which are supported, lack it. */
declare module 'vscode' {
  export interface McpStdioServerDefinition {
    readonly label: string;
    cwd?: vscode.Uri;
  }
  export const McpStdioServerDefinition:
    | (new (
        label: string,
        command: string,
        args?: string[],
        env?: Record<string, string | number | null>,
        version?: string,
      ) => McpStdioServerDefinition)
    | undefined;

  export namespace lm {
    export const registerMcpServerDefinitionProvider:
      | ((
          id: string,
          provider: {
            readonly onDidChangeMcpServerDefinitions?: vscode.Event<void>;
            provideMcpServerDefinitions(
              token: vscode.CancellationToken,
            ): vscode.ProviderResult<McpStdioServerDefinition[]>;
          },
        ) => vscode.Disposable)
      | undefined;
  }
}
