import type { Disposable } from '../base/disposable.ts';
import type { ProfileLayer } from '../palace/contract/caller.ts';
import type { HookName } from '../palace/contract/hookNames.ts';
import type { Hook } from '../palace/contract/hookSchemas.ts';
import type { OwnerEvent } from '../palace/contract/ownerEvents.ts';
import type { PalaceSettings } from '../palace/contract/palaceSettings.ts';
import type { PalaceApi } from '../palace/contract/palaceApi.ts';

/** A client's events: the owner's, and the owner's own end. */
export type PalaceEvent =
  | OwnerEvent
  /** The owner ended unexpectedly, or none was found. Calls under way are repeated; the next call finds or starts an owner. */
  | { readonly kind: 'gone'; readonly reason: string };

/** An open palace. Every client (editor, command line, agents) works through one. */
export interface PalaceConnection {
  readonly folder: string;
  readonly api: PalaceApi;
  onEvent(listener: (event: PalaceEvent) => void): Disposable;
  /**
   * Watches the pipeline of the palace, whichever process owns it and whoever makes the call, until the result is
   * disposed. A hook runs in this process, after the event. When a call of this client resolves, its hooks have
   * run. If one throws, a `log` event names it and nothing else changes.
   */
  registerHook<Name extends HookName>(name: Name, hook: Hook<Name>): Disposable;
  /** Waits for writes under way, then closes the palace. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The palace's folder; created on the first write. */
  readonly folder: string;
  /** Name of the workspace, for messages. */
  readonly workspace: string | null;
  /** Folder that holds `owner.cjs`, `embedder.cjs` and the WebAssembly files. */
  readonly distFolder: string;
  /** Folder of the embedding model, unless the palace's settings name another. */
  readonly modelFolder: string;
  /** Number of embedding workers; by default one less than the cores, from 1 to 4. A program that only mines may use every core. */
  readonly embeddingWorkers?: number;
  /**
   * A search comes next: if the palace is opened here, its model is loaded meanwhile. By default, the model is
   * loaded when it is first needed.
   */
  readonly loadModel?: boolean;
  /** What the caller's own settings say about the palace; written into its folder for other programs. */
  readonly settings?: Partial<PalaceSettings>;
  /** An agent uses the connection: a plan is then applied only if the palace's settings let agents do so. */
  readonly agent?: boolean;
  /** The user's and the workspace's profile settings, lowest layer first. */
  readonly profileLayers?: readonly ProfileLayer[];
}
