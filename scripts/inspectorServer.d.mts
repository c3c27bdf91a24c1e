/** A colour theme of VS Code as a webview is given it. */
export interface InspectorTheme {
  /** Class of the body, and its `data-vscode-theme-kind`. */
  readonly bodyClass: string;
  readonly colorScheme: string;
  /** CSS variables of the root, `--vscode-…`, by name. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A file of `test/webview/host/themes/`, without its ending. */
export type ThemeName = string;
/** Those that every state is drawn in. */
export declare const themeNames: readonly ThemeName[];
/** What stands before and after each translated piece of a text in the language `marked`; neither is seen. */
export declare const translationMarks: { readonly start: string; readonly end: string };
export declare const readTheme: (name: ThemeName) => InspectorTheme;

/** A server of the inspector's page on a loopback port. */
export interface InspectorServer {
  /** Its address, with a trailing slash; `?theme=<name>` chooses a theme, `?language=de` a language (`marked`: {@link translationMarks}). */
  readonly url: string;
  /** Bytes of each bundle by its file's name. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
}

export interface InspectorServerOptions {
  /**
   * A script, relative to the project, that stands in for the editor: loaded before the inspector, both built anew when a
   * source changes, of which `/changes` tells (server-sent events). Without it the page has no `acquireVsCodeApi`, and
   * everything is built once.
   */
  readonly editorScript?: string;
  /** Any free one by default. */
  readonly port?: number;
}

/** Builds the inspector in memory and serves it in the very document that the editor gives it. */
export declare const startInspectorServer: (options?: InspectorServerOptions) => Promise<InspectorServer>;
