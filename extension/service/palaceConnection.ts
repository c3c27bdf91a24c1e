import type { Disposable } from '../base/disposable.ts';
import type { MineProgress } from '../palace/contract/mineProgress.ts';
import type { PalaceApi } from '../palace/contract/palaceApi.ts';

/** What the owner tells its clients unasked. */
export type PalaceEvent =
  /** Something was committed: views should read again (events are merged to at most four a second). */
  | { readonly kind: 'changed'; readonly revision: number }
  /** Mining or embedding moved on; null when nothing is under way any more. */
  | { readonly kind: 'progress'; readonly progress: MineProgress | null }
  | {
      readonly kind: 'log';
      readonly level: 'trace' | 'debug' | 'info' | 'warn' | 'error';
      readonly message: string;
    }
  /** The owner ended unexpectedly; calls under way have been rejected with E_OWNER_GONE, the next call starts it anew. */
  | { readonly kind: 'gone'; readonly reason: string };

/** An open palace: every door (editor, command line, agents) works through one of these. */
export interface PalaceConnection {
  readonly folder: string;
  readonly api: PalaceApi;
  onEvent(listener: (event: PalaceEvent) => void): Disposable;
  /** Lets what is being written finish, then closes the palace. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The palace's folder; created on the first write. */
  readonly folder: string;
  /** Name of the workspace, for messages. */
  readonly workspace: string | null;
  /** Folder that holds `owner.cjs`, `embedder.cjs` and the WebAssembly files. */
  readonly distFolder: string;
  /** Folder of the embedding model. */
  readonly modelFolder: string;
  /** Embedding workers; by default one less than the cores. A program that only mines may take them all. */
  readonly embeddingWorkers?: number;
  /** User's and workspace's profile settings, lowest layer first. */
  readonly profileLayers?: readonly ProfileLayer[];
}

export interface ProfileLayer {
  /** Where it came from, e.g. `user settings`. */
  readonly source: string;
  /** Profile name → flag → value. */
  readonly profiles: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
