/** What went wrong, for a person: a code of the error table, what happened, what to do. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}

/** The failure that a message tells. */
export const failureOf = ({ code, message, remedy }: Failure): Failure => ({ code, message, remedy });
