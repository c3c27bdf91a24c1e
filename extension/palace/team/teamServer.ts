import type { TeamModel } from './teamModel.ts';
import type { IsoTime } from '../model/drawer/ids.ts';

/** What a change does to a drawer of a shared wing. A tag is put on or taken off, so that sets merge. */
export const teamFields = [
  /** Filed in a palace: `value` is a {@link SharedDrawer}. */
  'add',
  /**
   * Gone from the palace that files it, because its file changed or it left the wing. In a pull, `value` says whether the team has
   * lost it by this; if not, other palaces still file it.
   */
  'remove',
  /** Erased for good by a person, in every palace that has it. */
  'erase',
  /** `value` is the tag. */
  'tag',
  'untag',
  /** `value` is the new state; the last writer wins. */
  'pinned',
  'tier',
  'importance',
  'room',
  /** `{at, reason}`, or null if it was restored. */
  'archived',
  /** ID of the drawer that replaces it, or null. */
  'superseded_by',
  'consolidated_into',
  /** A person has settled a conflict over this drawer; `value` says how. */
  'settled',
] as const;
export type TeamField = (typeof teamFields)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A vector as a palace stores it: `int8 × scale`. The model's stamp comes with it, since only vectors of one model can be compared. */
export interface SharedVector {
  readonly model: string;
  readonly scale: number;
  readonly data: Int8Array;
}

/** A drawer as it is sent. */
export interface SharedDrawer {
  /** The record of an export (`transfer/record/drawerRecord.ts`), without uses. */
  readonly record: { readonly [key: string]: Json };
  /** Verbatim; its SHA-256 is `record.content_hash`. */
  readonly text: string;
  /** Null until it is embedded; a later `add` of the same drawer brings it. */
  readonly vector: SharedVector | null;
}

/** What a change says of a drawer. */
type FieldValue<Added> =
  | { readonly field: 'add'; readonly value: Added }
  | { readonly field: Exclude<TeamField, 'add'>; readonly value: Json };

interface ChangedDrawer {
  readonly wing: string;
  readonly drawerId: string;
  readonly at: IsoTime;
}

/** One change that a palace made, from its outbox. */
export type OutgoingChange = ChangedDrawer &
  FieldValue<SharedDrawer> & {
    /** Rises by one or more with each change of the palace. The server accepts each of a palace's numbers once. */
    readonly number: number;
  };

/** A change as the server numbered it. An `add` is null if the drawer has gone since, or is the puller's own. */
export type NumberedChange = ChangedDrawer &
  FieldValue<SharedDrawer | null> & {
    /** One sequence per team, in the order of commit, without gaps. */
    readonly seq: number;
    readonly member: string;
    /** ID of the palace that made it. */
    readonly palace: string;
    /**
     * Refused, with no effect. `superseded_by`: it would have closed a circle of replacements; the palace that made it undoes it.
     * `add`: the drawer exists with another text, is erased, has a text that doesn't match its hash, or is sensitive in a wing that
     * takes no sensitive drawers.
     */
    readonly refused: boolean;
    /**
     * For `superseded_by`: the drawer that another palace had already replaced it by, if that is a different one. If the change is
     * refused: the drawer that replaces it on the server, whoever said so.
     */
    readonly previous: string | null;
  };

export type WingRight = 'owner' | 'writer' | 'reader';

export interface TeamWing {
  readonly name: string;
  readonly right: WingRight;
  readonly drawers: number;
  /** The models of the vectors that the team has of it: at most nine, by key. */
  readonly models: readonly TeamModel[];
  /** Whether its sensitive drawers may be sent at all. */
  readonly includesSensitive: boolean;
}

interface TeamPalace {
  readonly palace: string;
  readonly member: string;
  /** What its person calls it: the workspace's name. */
  readonly name: string;
  readonly seenAt: IsoTime;
  readonly pulledTo: number;
}

export interface TeamState {
  readonly team: string;
  readonly member: string;
  readonly lastSeq: number;
  /** The last of this palace's numbers that the server has; 0 if none. */
  readonly lastNumber: number;
  /** The wings that this member may see. */
  readonly wings: readonly TeamWing[];
  readonly palaces: readonly TeamPalace[];
  /** Erased drawers that some palaces have not confirmed yet. */
  readonly erasuresDue: number;
}

/** What one pull of a wing brings. */
export interface PulledPage {
  readonly changes: readonly NumberedChange[];
  /** The sequence up to which this wing is known afterwards. */
  readonly done: number;
  readonly more: boolean;
  /**
   * Name the wing's last change up to where the pull began, and up to `done`; null if there is none. Another name than before means
   * another log. A server that can't tell leaves them out.
   */
  readonly marks?: { readonly after: string | null; readonly done: string | null };
}

/**
 * What a palace needs from a team's server. Every method is one transaction there, and rejects with `PalaceError`:
 * E_TEAM_UNREACHABLE, E_TEAM_LOGIN, E_TEAM_RIGHT, E_TEAM_SCHEMA, E_TEAM_FULL or E_TEAM_TLS. A call whose answer is lost may have taken
 * effect; every method can be repeated safely.
 */
export interface TeamServer {
  /** Announces this palace by its ID and name, and returns the team's state. */
  hello(palace: { readonly id: string; readonly name: string }): Promise<TeamState>;
  /** Makes this member an owner of the wing, which is created if the team has none. No effect if they own it already. */
  shareWing(wing: string, options: { readonly includesSensitive: boolean }): Promise<void>;
  /**
   * Applies the changes in order, and skips those that it already has from this palace. An `add` of a known drawer records that this
   * palace files it, too, and adds a missing vector; its fields stay as they are. A drawer belongs to its wing: moving it is a
   * `remove` in one wing and an `add` in the other. `superseded_by` within an `add` is ignored: it follows as a change of its own, so
   * that it can be refused. An erased drawer stays erased. A change of an unknown drawer has no effect, nor has a `remove` by a palace
   * that does not file the drawer. The whole push is refused if the member may not write.
   */
  push(palace: string, changes: readonly OutgoingChange[]): Promise<{ readonly lastNumber: number }>;
  /**
   * Changes of one wing with a `seq` over `after`, in order, at most `limit`, and fewer if their texts are long. An `add`
   * comes with the drawer as it is now. It comes with null if the drawer has gone since then, or if this is the drawer's
   * first change and this palace made it, so that it has the drawer already.
   */
  pull(palace: string, wing: string, after: number, limit: number): Promise<PulledPage>;
  /** Confirms that this palace no longer holds anything of these drawers. */
  confirmErased(palace: string, drawerIds: readonly string[]): Promise<void>;
  /** Forgets this palace; the team keeps what only this palace filed. */
  leave(palace: string): Promise<void>;
  /** Calls the listener when another palace has pushed. Not every server can send notices, so the caller also has to ask regularly. */
  onChange(listener: () => void): { dispose(): void };
  close(): Promise<void>;
}
