import * as vscode from 'vscode';
import type { CommitsNote } from '../../git/commitsNote.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { tellUndoable } from '../../platform/tellUndoable.ts';
import { indexCommitsOf, type GitIndexCommandDependencies } from './gitIndexCommand.ts';

interface CommitsNoteCommandDependencies extends GitIndexCommandDependencies {
  readonly commitsNote: CommitsNote;
}

/**
 * The actions of the Memory view's line on automatically indexed commits: all history, turning it off, hiding the
 * line.
 */
export const registerCommitsNoteCommands = (dependencies: CommitsNoteCommandDependencies): vscode.Disposable => {
  const { commitsNote, localiser } = dependencies;
  return registerCommands(
    {
      indexAllCommits: async () => {
        await indexCommitsOf({ all: true }, dependencies);
        commitsNote.hide();
      },
      stopIndexingCommits: async () => {
        const turnBackOn = await turnOff();
        commitsNote.hide();
        tellUndoable(localiser.t('Commits are no longer indexed automatically.'), turnBackOn, dependencies);
      },
      hideCommitsNote: () => commitsNote.hide(),
    },
    dependencies,
  );
};

/** Turns automatic indexing off for this person, or for the workspace if it has a value of its own. Returns what undoes it. */
const turnOff = async (): Promise<() => Thenable<void>> => {
  const configuration = vscode.workspace.getConfiguration('synapsePalace');
  const before = configuration.inspect<boolean>('git.enabled');
  const [value, target] =
    before?.workspaceValue === undefined
      ? [before?.globalValue, vscode.ConfigurationTarget.Global]
      : [before.workspaceValue, vscode.ConfigurationTarget.Workspace];
  await configuration.update('git.enabled', false, target);
  return () => vscode.workspace.getConfiguration('synapsePalace').update('git.enabled', value, target);
};
