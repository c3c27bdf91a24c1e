import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const projectFolder = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const themesFolder = path.join(projectFolder, 'test', 'webview', 'host', 'themes');
const nonce = 'harness-nonce';

/** The themes that every state is drawn in; the folder has all of the editor's built-in themes. */
export const themeNames = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

/** Put around every translated piece. Chromium draws neither mark, and Playwright's names leave them out. */
export const translationMarks = { start: '\u00ad', end: '\u200b' };

/** A translation into English in which each translated piece stands between the marks. */
const marked = (text) =>
  text
    .split(/(\{\d+\})/)
    .map((piece) => (/[a-z]/i.test(piece) ? translationMarks.start + piece + translationMarks.end : piece))
    .join('');

/** The texts of a language: those of the bundle, or with `marked` English that shows which texts were translated. */
const readTexts = (language) => {
  const read = (name) => JSON.parse(readFileSync(path.join(projectFolder, 'l10n', name), 'utf8'));
  if (language === 'en') return {};
  if (language !== 'marked') return read(`bundle.l10n.${language}.json`);
  return Object.fromEntries(Object.keys(read('bundle.l10n.json')).map((text) => [text, marked(text)]));
};

/** `en`, `marked`, and those that have a bundle. */
const languages = new Set([
  'en',
  'marked',
  ...readdirSync(path.join(projectFolder, 'l10n')).flatMap(
    (file) => /^bundle\.l10n\.(.+)\.json$/.exec(file)?.[1] ?? [],
  ),
]);

const recorded = readdirSync(themesFolder).map((file) => path.basename(file, '.json'));

export const readTheme = (name) => JSON.parse(readFileSync(path.join(themesFolder, `${name}.json`), 'utf8'));

/** The styles that VS Code itself puts into a webview before the extension's style sheet. */
const editorStyles = `@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }
  body { background-color: transparent; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
  code { font-family: monospace; background-color: #80808033; padding: 1px 3px; }
  a { color: #4daafc; }
}`;

const themeStyles = ({ colorScheme, variables }) => {
  const values = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
  return `html { color-scheme: ${colorScheme}; ${values.join(' ')} }`;
};

const common = { absWorkingDir: projectFolder, bundle: true, write: false, outdir: 'out', logLevel: 'warning' };
const webview = {
  ...common,
  entryPoints: { inspector: 'webview/main.ts' },
  format: 'iife',
  target: 'chrome128',
  minify: true,
};

/** The function that writes the inspector's document, from the extension's own source. */
async function importInspectorHtml() {
  const { outputFiles } = await esbuild.build({
    ...common,
    entryPoints: ['extension/editor/inspector/inspectorHtml.ts'],
    format: 'esm',
    platform: 'node',
  });
  const source = Buffer.from(outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${source}`)).inspectorHtml;
}

/** Bundles in memory: name of the file → its text. Calls `rebuilt` after each change of a source, if it is given. */
async function bundle(options, rebuilt) {
  const files = new Map();
  const take = ({ outputFiles = [] }) => {
    for (const { path: file, text } of outputFiles) files.set(path.basename(file), text);
  };
  if (rebuilt === undefined) {
    take(await esbuild.build(options));
    return { files, stop: async () => {} };
  }
  let first = true;
  const keep = {
    name: 'keep',
    setup: (build) =>
      build.onEnd((result) => {
        take(result);
        if (!first) rebuilt();
        first = false;
      }),
  };
  const context = await esbuild.context({ ...options, minify: false, sourcemap: 'inline', plugins: [keep] });
  await context.rebuild();
  await context.watch();
  return { files, stop: () => context.dispose() };
}

/** Serves the inspector; see inspectorServer.d.mts. */
export async function startInspectorServer({ editorScript, port = 0 } = {}) {
  const inspectorHtml = await importInspectorHtml();
  const listeners = new Set();
  const rebuilt = () => listeners.forEach((response) => response.write('data: changed\n\n'));
  const entryPoints = editorScript === undefined ? {} : { editor: editorScript };
  const { files, stop } = await bundle(
    { ...webview, entryPoints: { ...webview.entryPoints, ...entryPoints } },
    editorScript === undefined ? undefined : rebuilt,
  );

  const documentFor = (theme, language) => {
    const { bodyClass } = readTheme(theme);
    const html = inspectorHtml({
      cspSource: "'self'",
      nonce,
      scriptUri: '/inspector.js',
      styleUri: `/inspector.css?theme=${theme}`,
      language: language === 'marked' ? 'en' : language,
      l10n: readTexts(language),
    }).replace('<body>', `<body class="${bodyClass}" data-vscode-theme-kind="${bodyClass}">`);
    if (editorScript === undefined) return html;
    // The stand-in for the editor loads first, and may listen for changes of the sources.
    return html
      .replace('connect-src &#39;none&#39;', 'connect-src &#39;self&#39;')
      .replace('<div id="inspector">', `<script nonce="${nonce}" src="/editor.js"></script>\n$&`);
  };
  const answers = {
    '/': (theme, language) => ['text/html; charset=utf-8', documentFor(theme, language)],
    '/inspector.js': () => ['text/javascript', files.get('inspector.js')],
    '/editor.js': () => ['text/javascript', files.get('editor.js')],
    '/inspector.css': (theme) => [
      'text/css',
      [editorStyles, themeStyles(readTheme(theme)), files.get('inspector.css')].join('\n'),
    ],
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/favicon.ico') return response.writeHead(204).end();
    if (pathname === '/changes' && editorScript !== undefined) {
      listeners.add(response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }));
      response.once('close', () => listeners.delete(response));
      return response.flushHeaders();
    }
    const theme = searchParams.get('theme') ?? themeNames[0];
    const asked = searchParams.get('language') ?? 'en';
    // As the editor, which shows what it has no translation for in English.
    const language = languages.has(asked) ? asked : 'en';
    const known = recorded.includes(theme);
    const [type, text] = (known ? answers[pathname]?.(theme, language) : undefined) ?? [];
    if (text === undefined) return response.writeHead(404).end();
    // Files that don't change while the tests run are compiled once by a browser, not for each page.
    const cacheControl = editorScript === undefined ? 'max-age=3600' : 'no-store';
    return response.writeHead(200, { 'content-type': type, 'cache-control': cacheControl }).end(text);
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    sizes: Object.fromEntries([...files].map(([name, text]) => [name, Buffer.byteLength(text)])),
    stop: async () => {
      await stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
