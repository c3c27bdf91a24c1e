import type { SearchableServer } from './teamRecall.ts';

/** Where a palace's team is, as it is kept outside of the palace. */
export interface TeamPlace {
  /** Without the password. */
  readonly url: string;
  /** ID of the palace that was connected: a palace of another ID in the same folder is not connected. */
  readonly palace: string;
}

/** The way to a palace's team, which a person has opened. */
export interface TeamDoor {
  /** Null: the palace has no team. Throws E_SETTINGS if what is kept can't be read. */
  readonly known: () => TeamPlace | null;
  readonly keep: (place: TeamPlace) => void;
  readonly forget: () => void;
  /** `shown` is the URL as it may be kept. Rejects with E_USAGE, E_TEAM_TLS or E_TEAM_LOGIN before anything is connected to. */
  readonly open: (
    url: string,
    password: string | null,
  ) => Promise<{ readonly server: SearchableServer; readonly shown: string }>;
}

/** Of a palace that can't have a team. */
export const noTeam: TeamDoor = {
  known: () => null,
  keep: () => undefined,
  forget: () => undefined,
  open: () => Promise.reject(new Error('This palace can have no team.')),
};
