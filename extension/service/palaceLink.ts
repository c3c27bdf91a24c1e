import type { HookName } from '../palace/contract/hookNames.ts';
import type { HookEvent } from '../palace/contract/hookSchemas.ts';
import type { CallPalace } from './palaceClient.ts';
import type { PalaceEvent } from './palaceConnection.ts';

/** What a link reports: events for every client, and the events for this client's hooks. */
export type LinkEvent = PalaceEvent | HookEvent;

/** A link to the palace's owner: a worker of this process, or another process through its socket. */
export interface PalaceLink {
  readonly call: CallPalace;
  readonly isOwn: boolean;
  /** The palace is read without its lock, because the disk is full: the next call looks again. */
  readonly isForOneCall?: boolean;
  /** Tells the owner which hooks to send; nobody waits for that. */
  readonly wantHooks: (names: readonly HookName[]) => void;
  /** The palace's revision when the link was made. */
  readonly revision: number;
  /** Resolves with the reason once the link is dead. */
  readonly ended: Promise<string>;
  /** Closes a palace of this process after writes under way; disconnects from another process's. */
  close(): Promise<void>;
}
