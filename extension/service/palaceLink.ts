import type { CallPalace } from './palaceClient.ts';

/** A link to the palace's owner: a worker of this process, or another process through its socket. */
export interface PalaceLink {
  readonly call: CallPalace;
  readonly isOwn: boolean;
  /** The palace's revision when the link was made. */
  readonly revision: number;
  /** Resolves with the reason once the link is dead. */
  readonly ended: Promise<string>;
  /** Closes a palace of this process after writes under way; disconnects from another process's. */
  close(): Promise<void>;
}
