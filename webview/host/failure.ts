/** What went wrong, for a person: a code of the error table, what happened, what to do. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
}
