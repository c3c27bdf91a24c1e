import * as vscode from 'vscode';
import { closeTabs } from '../platform/closeTabs.ts';
import { drawerScheme } from '../source/drawerDocument.ts';
import { noteScheme } from '../source/noteDocuments.ts';
import { reportScheme } from '../source/reportDocuments.ts';

/**
 * Closes the tabs that show erased drawers, and every report, because it may quote them. A file of the workspace
 * stays open.
 */
export const closeTexts = async (erased: readonly string[]): Promise<void> => {
  const ids = new Set(erased);
  await closeTabs(({ input }) => {
    const uris =
      input instanceof vscode.TabInputText
        ? [input.uri]
        : input instanceof vscode.TabInputTextDiff
          ? [input.original, input.modified]
          : [];
    return uris.some(
      ({ scheme, query }) =>
        scheme === reportScheme || ((scheme === drawerScheme || scheme === noteScheme) && ids.has(query)),
    );
  });
};
