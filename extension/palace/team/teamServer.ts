import type { TeamModel } from './teamModel.ts';
import type { IsoTime } from '../model/ids.ts';

/** What a change does to a drawer of a shared wing. A tag is put on or taken off, so that sets merge. */
export const teamFields = [
  /** Filed in a palace: `value` is a {@link SharedDrawer}. */
  'add',
  /**
   * Gone from the palace that files it, because its file changed or it left the wing. In a pull `value` says whether it is gone
   * from the team by that: else others still hold it.
   */
  'remove',
  /** Erased for good by a person: everywhere, from whoever has it. */
  'erase',
  /** `value` is the tag. */
  'tag',
  'untag',
  /** `value` is the new state; the last writer holds. */
  'pinned',
  'tier',
  'importance',
  'room',
  /** `{at, reason}`, or null if it was brought back. */
  'archived',
  /** ID of the drawer that replaces it, or null. */
  'superseded_by',
  'consolidated_into',
  /** A person has settled a conflict over this drawer; `value` says how. */
  'settled',
] as const;
export type TeamField = (typeof teamFields)[number];

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A vector as it lies in a palace: `int8 × scale`. Its model's stamp is with it, since only vectors of one model compare. */
export interface SharedVector {
  readonly model: string;
  readonly scale: number;
  readonly data: Int8Array;
}

/** A drawer as it travels. */
export interface SharedDrawer {
  /** The record of an export (`transfer/record/drawerRecord.ts`), without uses. */
  readonly record: { readonly [key: string]: Json };
  /** Verbatim; its SHA-256 is `record.content_hash`. */
  readonly text: string;
  /** Null until it is embedded; a later `add` of the same drawer brings it. */
  readonly vector: SharedVector | null;
}

/** One change that a palace made, from its outbox. */
export interface OutgoingChange {
  /** Rises by one or more with each change of the palace. The server takes each number of a palace once. */
  readonly number: number;
  readonly wing: string;
  readonly drawerId: string;
  readonly field: TeamField;
  readonly value: Json | SharedDrawer;
  readonly at: IsoTime;
}

/** A change as the server numbered it. */
export interface NumberedChange extends Omit<OutgoingChange, 'number'> {
  /** One sequence per team, in the order of commit, without gaps. */
  readonly seq: number;
  readonly member: string;
  /** ID of the palace that made it. */
  readonly palace: string;
  /**
   * Refused, with no effect. `superseded_by`: it would have closed a circle of replacements; the palace that made it takes it back.
   * `add`: the drawer is there with another text, is erased, has a text that is not its hash's, or is sensitive in a wing that takes
   * no such drawers.
   */
  readonly refused: boolean;
  /**
   * For `superseded_by`: the drawer that had replaced it already, if that was another one of another palace. If it is refused: what
   * replaces it at the server, whoever said so.
   */
  readonly previous: string | null;
}

export type WingRight = 'owner' | 'writer' | 'reader';

export interface TeamWing {
  readonly name: string;
  readonly right: WingRight;
  readonly drawers: number;
  /** Of the vectors that the team has of it: at most nine models, by key. */
  readonly models: readonly TeamModel[];
  /** Whether sensitive drawers of it may be sent at all. */
  readonly includesSensitive: boolean;
}

export interface TeamPalace {
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
  /** The last number of this palace that the server has; 0 if none. */
  readonly lastNumber: number;
  /** The wings that this member may see. */
  readonly wings: readonly TeamWing[];
  readonly palaces: readonly TeamPalace[];
  /** Erased drawers that some palaces have not confirmed yet. */
  readonly erasuresDue: number;
}

/**
 * What a palace needs of a team's server. Every method is one transaction there, and rejects with `PalaceError`:
 * E_TEAM_UNREACHABLE, E_TEAM_LOGIN, E_TEAM_RIGHT, E_TEAM_SCHEMA, E_TEAM_FULL or E_TEAM_TLS. A call that fails in the middle of
 * its answer may have taken effect: repeating it changes nothing more.
 */
export interface TeamServer {
  /** Says that this palace is there, by its ID and name, and how the team stands. */
  hello(palace: { readonly id: string; readonly name: string }): Promise<TeamState>;
  /** The wing becomes a shared one of this member, or is theirs already. */
  shareWing(wing: string, options: { readonly includesSensitive: boolean }): Promise<void>;
  /**
   * Takes the changes in their order; what it has of this palace already, it skips. An `add` of a drawer that it has makes this
   * palace one more that files it, and brings a vector that it lacks; the fields stay as they are there. A drawer is one of its
   * wing: what goes to another wing is a `remove` in the one and an `add` in the other. `superseded_by` of an `add` counts for
   * nothing: it follows as a change of its own, so that it can be refused. What is erased stays so. Changes of drawers that it does
   * not have, or by whom does not file them (`remove`), do nothing. The whole push is refused where the member may not write.
   */
  push(palace: string, changes: readonly OutgoingChange[]): Promise<{ readonly lastNumber: number }>;
  /**
   * Changes of one wing with a `seq` over `after`, in order, at most `limit`. An `add` brings the drawer as it is now, or null
   * if it has gone since, or if it is the drawer's first change and this palace's own: the palace has what it says. `done` is the
   * sequence up to which this wing is known afterwards.
   */
  pull(
    palace: string,
    wing: string,
    after: number,
    limit: number,
  ): Promise<{ readonly changes: readonly NumberedChange[]; readonly done: number; readonly more: boolean }>;
  /** This palace holds nothing of these drawers any more. */
  confirmErased(palace: string, drawerIds: readonly string[]): Promise<void>;
  /** Forgets this palace: what it alone holds stays the team's. */
  leave(palace: string): Promise<void>;
  /** Called when another palace pushed. Where notices can't be had, the caller asks by itself now and then. */
  onChange(listener: () => void): { dispose(): void };
  close(): Promise<void>;
}
