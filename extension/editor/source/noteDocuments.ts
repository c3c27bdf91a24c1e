import * as vscode from 'vscode';
import { PalaceError, withRemedy } from '../../palace/model/errors/palaceError.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';
import { localisedError } from '../platform/localisedError.ts';
import type { Localiser } from '../platform/localiser.ts';
import { uriPath } from '../platform/uriPath.ts';
import type { NoteFiles } from '../notes/noteFiles.ts';
import { noteTitle } from '../notes/noteTitle.ts';

export const noteScheme = 'synapse-palace-note';

/**
 * The address of a note's document, which stays valid when the note is edited. Its path is the tab's title; its fragment tells the
 * menus that there is no origin to go to.
 */
export const noteUri = (
  note: Pick<DrawerView, 'drawer_id' | 'wing' | 'room' | 'text' | 'sensitive' | 'secret_spans' | 'source_file'>,
): vscode.Uri =>
  vscode.Uri.from({
    scheme: noteScheme,
    path: uriPath(note.wing, note.room, `${noteTitle(note)}.md`),
    query: note.drawer_id,
    fragment: note.source_file === null ? 'handwritten' : '',
  });

/** Notes as editable documents: saving one files its new text, and the earlier one goes to the archive. */
export class NoteDocuments implements vscode.FileSystemProvider {
  readonly #files: NoteFiles;
  readonly #localiser: Localiser;
  readonly #saved: () => void;
  readonly #changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;

  /** `saved` is called after each edit. */
  constructor(files: NoteFiles, localiser: Localiser, saved: () => void) {
    this.#files = files;
    this.#localiser = localiser;
    this.#saved = saved;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { drawer, text } = await this.#asFileSystem(() => this.#files.read(uri.query), uri);
    return {
      type: vscode.FileType.File,
      ctime: Date.parse(drawer.created_at),
      mtime: Date.parse(drawer.filed_at),
      size: Buffer.byteLength(text),
      ...(drawer.archived ? { permissions: vscode.FilePermission.Readonly } : {}),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from((await this.#asFileSystem(() => this.#files.read(uri.query), uri)).text, 'utf8');
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await this.#asFileSystem(() => this.#files.write(uri.query, Buffer.from(content).toString('utf8')), uri);
    this.#changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    this.#saved();
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  /** Turns an error into one that the editor shows when a document can't be read or saved. */
  async #asFileSystem<T>(work: () => Promise<T>, uri: vscode.Uri): Promise<T> {
    try {
      return await work();
    } catch (thrown) {
      if (PalaceError.from(thrown).code === 'E_DRAWER_NOT_FOUND') throw vscode.FileSystemError.FileNotFound(uri);
      throw vscode.FileSystemError.Unavailable(withRemedy(localisedError(thrown, this.#localiser)));
    }
  }
}
