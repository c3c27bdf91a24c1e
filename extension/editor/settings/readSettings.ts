import * as vscode from 'vscode';
import { palaceSettingNames, palaceSettingRows } from '../../palace/contract/palaceSettings.ts';
import type { Localiser } from '../platform/localiser.ts';
import { excludePatterns } from './excludeGlobs.ts';
import { checkSettings, type CheckedSettings } from './settings.ts';

const section = 'synapsePalace';
const keys: readonly string[] = [
  ...palaceSettingNames.map((name) => palaceSettingRows[name].editor),
  'location',
  'watchFiles',
  'mining.quietSeconds',
  'conversations.enabled',
  'git.enabled',
  'git.days',
  'maintenance.onStart',
  'consolidation.writer',
  'mcpServer.enabled',
  'profile',
  'results',
  'inspector.explain',
];

/** The current settings, checked. In an untrusted workspace, the editor leaves out restricted ones. */
export const readSettings = (localiser: Localiser): CheckedSettings => {
  const configuration = vscode.workspace.getConfiguration(section);
  const profiles = configuration.inspect<unknown>('profiles');
  return checkSettings(
    {
      values: Object.fromEntries(keys.map((key) => [key, configuration.get<unknown>(key)])),
      profiles: [
        { source: 'user settings', value: profiles?.globalValue },
        { source: 'workspace settings', value: vscode.workspace.isTrusted ? profiles?.workspaceValue : undefined },
      ],
    },
    localiser,
  );
};

/** Gitignore patterns of what the editor hides in any of the workspace's folders (`files.exclude`, `search.exclude`). */
export const readHiddenPatterns = (): readonly string[] => {
  const scopes = vscode.workspace.workspaceFolders ?? [];
  const patterns = scopes.flatMap((folder) =>
    ['files', 'search'].flatMap((name) =>
      excludePatterns(
        vscode.workspace.getConfiguration(name, folder.uri).get<Record<string, unknown>>('exclude', {}),
      ),
    ),
  );
  return [...new Set(patterns)];
};
