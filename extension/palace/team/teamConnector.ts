import type { SearchableServer } from './teamRecall.ts';

/** The team that a palace is connected with, as it is saved outside the palace. */
export interface SavedTeam {
  /** Without the password. */
  readonly url: string;
  /** ID of the palace that was connected: a palace of another ID in the same folder is not connected. */
  readonly palace: string;
}

/** Connects a palace with its team. Only a person sets this up. */
export interface TeamConnector {
  /** Null: the palace has no team. Throws E_SETTINGS if what is saved can't be read. */
  readonly saved: () => SavedTeam | null;
  readonly save: (team: SavedTeam) => void;
  readonly forget: () => void;
  /** `shown` is the URL as it may be saved. Rejects with E_USAGE, E_TEAM_TLS or E_TEAM_LOGIN before anything is connected to. */
  readonly open: (
    url: string,
    password: string | null,
  ) => Promise<{ readonly server: SearchableServer; readonly shown: string }>;
}

/** For a palace that can't have a team. */
export const noTeam: TeamConnector = {
  saved: () => null,
  save: () => undefined,
  forget: () => undefined,
  open: () => Promise.reject(new Error('This palace can have no team.')),
};
