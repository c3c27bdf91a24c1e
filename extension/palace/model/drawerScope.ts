/** Which slots of the catalogue a search may return: `mask[slot]` is 1 for those. `count` is their number. */
export interface DrawerScope {
  readonly mask: Uint8Array;
  readonly count: number;
}
