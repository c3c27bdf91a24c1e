import type { CallPalace } from './palaceClient.ts';

/** A way to the palace's owner: a worker of this process, or another process's over its socket. */
export interface PalaceLink {
  readonly call: CallPalace;
  readonly isOwn: boolean;
  /** The palace's revision when the way was found. */
  readonly revision: number;
  /** Resolves with the reason once nothing goes this way any more. */
  readonly ended: Promise<string>;
  /** An own palace lets what is being written finish, and closes; another's is left. */
  close(): Promise<void>;
}
