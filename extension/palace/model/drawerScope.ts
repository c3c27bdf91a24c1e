/** Which slots of the catalogue a search may return: `mask[slot]` is 1 for those. `count` is their number. */
export interface DrawerScope {
  readonly mask: Uint8Array;
  readonly count: number;
  /**
   * Slots among them of summaries of replaced drawers. They are found, but what is valid is not measured by them.
   */
  readonly history?: ReadonlySet<number>;
}
