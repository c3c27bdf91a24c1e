// npm run inspector: the inspector's page alone in a browser, with made-up data and a stand-in for the editor. Rebuilds and
// reloads when a source changes. Options: --port N. `?theme=light` (dark, high-contrast, high-contrast-light) in the address.
import { requireCurrentNode } from './running/nodeVersion.mjs';
import { startInspectorServer, themeNames } from './inspectorServer.mjs';

requireCurrentNode();
const flag = process.argv.indexOf('--port');
const port = flag === -1 ? 5199 : Number(process.argv[flag + 1]);

console.log('Building the inspector…');
try {
  const server = await startInspectorServer({ editorScript: 'test/webview/host/sampleEditor.ts', port });
  console.log(`Themes: ${themeNames.map((name) => `?theme=${name}`).join('  ')}`);
  console.log(`The inspector with made-up data: ${server.url} (Ctrl+C ends it)`);
} catch (error) {
  console.error(
    error.code === 'EADDRINUSE' ? `Port ${port} is taken: choose another with --port.` : error.message,
  );
  process.exitCode = 1;
}
