import type { Disposable } from '../base/disposable.ts';
import type { ProfileLayer } from '../palace/contract/caller.ts';
import type { OwnerEvent } from '../palace/contract/ownerEvents.ts';
import type { PalaceApi } from '../palace/contract/palaceApi.ts';

/** What a client hears: what the owner tells, and how the owner itself fares. */
export type PalaceEvent =
  | OwnerEvent
  /** The owner ended unexpectedly. Calls under way have been rejected with E_OWNER_GONE; the next call finds or starts another. */
  | { readonly kind: 'gone'; readonly reason: string };

/** An open palace: every client (editor, command line, agents) works through one of these. */
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
