import type { SecretStorage } from 'vscode';

/** The passwords of the servers that the person has logged in to, in the editor's secret storage, by the URL without it. */
export interface TeamKeys {
  readonly get: (url: string) => PromiseLike<string | undefined>;
  readonly keep: (url: string, password: string) => PromiseLike<void>;
  readonly forget: (url: string) => PromiseLike<void>;
}

export const teamKeys = (secrets: SecretStorage): TeamKeys => ({
  get: (url) => secrets.get(keyOf(url)),
  keep: (url, password) => secrets.store(keyOf(url), password),
  forget: (url) => secrets.delete(keyOf(url)),
});

const keyOf = (url: string): string => `team ${url}`;
