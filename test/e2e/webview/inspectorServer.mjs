// Serves the built inspector from memory on a free loopback port, in the very document that the editor gives it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import * as esbuild from 'esbuild';

export const themeNames = ['dark', 'light', 'high-contrast', 'high-contrast-light'];
const nonce = 'harness-nonce';

/** What VS Code itself puts into a webview before the extension's own style sheet. */
const editorStyles = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }
  body { background-color: transparent; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
  code { font-family: monospace; background-color: #80808033; padding: 1px 3px; }
  a { color: #4daafc; }
}`;

const themeOf = (folder, name) => JSON.parse(readFileSync(path.join(folder, 'test/e2e/webview/themes', `${name}.json`), 'utf8'));
const themeStyles = ({ colorScheme, variables }) =>
  `html { color-scheme: ${colorScheme}; ${Object.entries(variables).map(([name, value]) => `${name}: ${value};`).join(' ')} }`;

/** Bundles the webview and the fixtures, leaving nothing on disk. */
async function build(folder) {
  const webview = await esbuild.build({
    absWorkingDir: folder, entryPoints: ['webview/main.ts'], bundle: true, write: false, outdir: 'out', format: 'iife', target: 'chrome128', minify: true, logLevel: 'warning',
  });
  const fixtures = await esbuild.build({
    absWorkingDir: folder, bundle: true, write: false, format: 'esm', platform: 'node', logLevel: 'warning',
    stdin: {
      resolveDir: folder, loader: 'ts',
      contents: `export * from './test/fixtures/inspector/sampleResults.ts';
        export * from './test/fixtures/inspector/hardResults.ts';
        export * from './test/fixtures/inspector/samplePalace.ts';
        export * from './test/fixtures/inspector/tracedResults.ts';
        export * from './test/fixtures/inspector/samplePlan.ts';
        export { sampleQuery } from './test/fixtures/inspector/drawerTexts.ts';
        export { parseHostMessage, parseInspectorMessage } from './extension/protocol/parseMessage.ts';
        export { inspectorHtml } from './extension/editor/inspector/inspectorHtml.ts';`,
    },
  });
  const text = (extension) => webview.outputFiles.find(({ path: file }) => file.endsWith(extension)).text;
  const [{ text: module }] = fixtures.outputFiles;
  return { script: text('.js'), styles: text('.css'), fixtures: await import(`data:text/javascript;base64,${Buffer.from(module).toString('base64')}`) };
}

/** @param {string} folder the project's */
export async function serveInspector(folder) {
  const { script, styles, fixtures } = await build(folder);
  const documentFor = (theme) => {
    const { bodyClass } = themeOf(folder, theme);
    return fixtures.inspectorHtml({ cspSource: "'self'", nonce, scriptUri: '/inspector.js', styleUri: `/inspector.css?theme=${theme}` })
      .replace('<body>', `<body class="${bodyClass}" data-vscode-theme-kind="${bodyClass}">`);
  };
  const answers = {
    '/': (url) => ['text/html; charset=utf-8', documentFor(url.searchParams.get('theme') ?? 'dark')],
    '/inspector.js': () => ['text/javascript', script],
    '/inspector.css': (url) => ['text/css', `${editorStyles}\n${themeStyles(themeOf(folder, url.searchParams.get('theme') ?? 'dark'))}\n${styles}`],
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const answer = answers[url.pathname]?.(url);
    if (url.pathname === '/favicon.ico') return response.writeHead(204).end();
    if (answer === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': answer[0], 'cache-control': 'no-store' }).end(answer[1]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${server.address().port}`, fixtures, theme: (name) => themeOf(folder, name),
    sizes: { script: Buffer.byteLength(script), styles: Buffer.byteLength(styles) },
    close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}
