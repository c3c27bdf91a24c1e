/** A place in a text: half-open UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
