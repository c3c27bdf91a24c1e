import type { EntryType, Tier } from '../drawer/drawer.ts';
import type { FileKind } from '../drawer/vocabulary.ts';
import type { IsoTime, RoomName, WingName } from '../drawer/ids.ts';

/** Conditions joined by AND; the members of one list by OR. An absent condition lets everything pass. */
export interface DrawerFilter {
  readonly wings?: readonly WingName[];
  readonly rooms?: readonly RoomName[];
  readonly types?: readonly EntryType[];
  readonly tiers?: readonly Tier[];
  /** Files of these kinds; anything else is left out. */
  readonly kinds?: readonly FileKind[];
  /** Letter case ignored. */
  readonly tags?: readonly string[];
  /** Names of linked palaces; `this` is the searched one. Only searches support it. */
  readonly palaces?: readonly string[];
  /** Inclusive, on `filedAt`. */
  readonly filedFrom?: IsoTime;
  /** Exclusive, on `filedAt`. */
  readonly filedBefore?: IsoTime;
  /** Part of the source's path, letter case ignored. */
  readonly path?: string;
  /** Default false. */
  readonly includeArchived?: boolean;
  /** Leaves sensitive drawers out: agents get none. Default false. */
  readonly excludeSensitive?: boolean;
}
