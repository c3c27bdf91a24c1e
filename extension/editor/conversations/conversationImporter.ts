import { homeFolder } from '../../base/files/homeFolder.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { ConversationImportReport } from '../../palace/contract/filing/conversationSchemas.ts';
import type { CallOptions } from '../../palace/contract/palaceApi.ts';
import type { WindowPalace, WorkspaceView } from '../palace/windowPalace.ts';
import { gitignorePalace } from '../palace/gitignorePalace.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { sessionFolders, sessionRoots, type SessionProgram } from './sessionPlaces.ts';

interface ConversationImporterDependencies {
  readonly session: PalaceSession;
  readonly workspace: () => WorkspaceView;
  readonly place: () => WindowPalace;
}

/** Imports conversations into this window's palace. All calls reject with `PalaceError`. */
export class ConversationImporter {
  readonly #dependencies: ConversationImporterDependencies;

  constructor(dependencies: ConversationImporterDependencies) {
    this.#dependencies = dependencies;
  }

  /** Imports files and folders that the person chose. */
  files(files: readonly string[], options: CallOptions): Promise<ConversationImportReport> {
    return this.#import(files, false, options);
  }

  /** Imports the sessions of this workspace; null if the programs have none. Rejects in an untrusted workspace. */
  async sessions(
    programs: readonly SessionProgram[],
    options: CallOptions,
  ): Promise<ConversationImportReport | null> {
    const { folders, trusted } = this.#dependencies.workspace();
    if (!trusted)
      throw new PalaceError(
        'E_FOLDER_UNREADABLE',
        'This workspace is not trusted, so no sessions are looked for.',
        { remedy: 'Trust the workspace, or choose the files.' },
      );
    const roots = sessionRoots(homeFolder(), process.env);
    const places = await Promise.all(
      programs.map((program) =>
        sessionFolders(
          program,
          roots[program],
          folders.map(({ path }) => path),
        ),
      ),
    );
    const found = places.flat();
    return found.length === 0 ? null : this.#import(found, true, options);
  }

  async #import(
    files: readonly string[],
    withinWorkspace: boolean,
    options: CallOptions,
  ): Promise<ConversationImportReport> {
    const { session, workspace, place } = this.#dependencies;
    await gitignorePalace(place());
    return (await session.apiOrNew()).importConversations(
      {
        files: [...files],
        within_workspace: withinWorkspace,
        workspace_folders: workspace().folders.map(({ path, name }) => ({ path, name })),
      },
      options,
    );
  }
}
