import * as path from 'node:path';
import * as vscode from 'vscode';
import type { InspectorMessage } from '../../protocol/inspectorMessages.ts';
import type { Localiser } from '../platform/localiser.ts';

export type SaveChart = (
  chart: Extract<InspectorMessage, { readonly type: 'saveChart' }>,
) => Promise<string | null>;

/** Writes a chart to the file that the person chooses, and gives its name; null where none was chosen. */
export const chartDialog =
  (localiser: Localiser): SaveChart =>
  async ({ name, format, content }) => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = await vscode.window.showSaveDialog({
      filters: { [format.toUpperCase()]: [format] },
      title: localiser.t('Export Chart'),
      ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, `${name}.${format}`) }),
    });
    if (chosen === undefined) return null;
    await vscode.workspace.fs.writeFile(chosen, Buffer.from(content, format === 'png' ? 'base64' : 'utf8'));
    return path.posix.basename(chosen.path);
  };
