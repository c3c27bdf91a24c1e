/** Which slots of the catalogue a search may return: `mask[slot]` is 1 for those. `count` is their number. */
export interface DrawerScope {
  readonly mask: Uint8Array;
  readonly count: number;
  /**
   * Those slots among them that hold summaries of replaced drawers. They are found, but don't count as valid
   * statements.
   */
  readonly history?: ReadonlySet<number>;
}
