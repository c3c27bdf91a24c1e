import * as vscode from 'vscode';
import type { Localiser } from '../platform/localiser.ts';
import { badgeScheme, drawerBadge } from './drawerMarks.ts';

/** The badges of the side bar. The URI contains the marks, so that no badge goes stale. */
export const registerDrawerDecorations = (localiser: Localiser): vscode.Disposable =>
  vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, query }) => {
      const badge = scheme === badgeScheme ? drawerBadge(query, localiser) : undefined;
      return badge === undefined
        ? undefined
        : new vscode.FileDecoration(
            badge.badge,
            badge.tooltip,
            badge.faded ? new vscode.ThemeColor('disabledForeground') : undefined,
          );
    },
  });
