interface InspectorHtmlOptions {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** Fresh and unguessable for each document. */
  readonly nonce: string;
  /** `webview.asWebviewUri` of dist/inspector.js and dist/inspector.css. */
  readonly scriptUri: string;
  readonly styleUri: string;
  /** Title of the document. */
  readonly title?: string;
  /** BCP 47 tag of the display language. */
  readonly language?: string;
  /** Translations: English text → text in the display language (`vscode.l10n.bundle`). */
  readonly l10n?: Readonly<Record<string, string>>;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** JSON that cannot end its own script element. */
const inertJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * The inspector's document. Only the extension's own script and style sheet are loaded: no remote origin, no inline
 * script, no inline style attribute, no eval, no frame, no form target, no network connection.
 */
export const inspectorHtml = (options: InspectorHtmlOptions): string => {
  const { cspSource, nonce, scriptUri, styleUri, title = 'Synapse Palace', language = 'en', l10n = {} } = options;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'nonce-${nonce}'`,
    `font-src ${cspSource}`,
    `img-src ${cspSource}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${escapeHtml(nonce)}">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${escapeHtml(styleUri)}">
</head>
<body>
<div id="inspector"></div>
<script type="application/json" id="l10n" nonce="${escapeHtml(nonce)}">${inertJson(l10n)}</script>
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>
`;
};
