import type { TeamKeys } from '../../../../extension/editor/team/teamKeys.ts';

/** Passwords that a test sees. */
export const keysOf = (
  passwords: Readonly<Record<string, string>> = {},
): TeamKeys & { readonly kept: ReadonlyMap<string, string> } => {
  const kept = new Map(Object.entries(passwords));
  return {
    kept,
    get: (url) => Promise.resolve(kept.get(url)),
    keep: (url, password) => Promise.resolve(void kept.set(url, password)),
    forget: (url) => Promise.resolve(void kept.delete(url)),
  };
};
