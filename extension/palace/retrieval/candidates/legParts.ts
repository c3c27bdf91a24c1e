/** What each field of a drawer adds to its lexical score. */
export interface FieldParts {
  readonly text: number;
  readonly path: number;
  readonly names: number;
}

/** Where a leg's scores over the scope begin and end; summaries of replaced drawers set neither end. */
export interface LegRange {
  readonly least: number;
  readonly most: number;
}
