import * as z from 'zod';
import './inspector.css';
import { openFrame } from './frame/frame.ts';
import { connectEditorHost } from './host/editorHost.ts';
import { Inspector } from './state/inspector.ts';
import { translator } from './text/translate.ts';
import { createAnnouncer } from './ui/announcer.ts';
import { createTooltip } from './ui/tooltip.ts';
import { registerToolkit } from './ui/toolkit.ts';

// The page's policy allows no eval. Without this, the schema library would try it once, and the browser would
// report it.
z.config({ jitless: true });

const readTranslations = (): Readonly<Record<string, string>> => {
  const table = z
    .record(z.string(), z.string())
    .safeParse(JSON.parse(document.getElementById('l10n')?.textContent ?? '{}'));
  return table.success ? table.data : {};
};

const root = document.getElementById('inspector');
if (root !== null) {
  registerToolkit();
  const announcer = createAnnouncer();
  const inspector = new Inspector(connectEditorHost(), announcer.tell);
  openFrame(root, {
    inspector,
    t: translator(readTranslations()),
    tooltip: createTooltip(),
    announcer,
    now: () => Date.now(),
  });
  inspector.start();
}
