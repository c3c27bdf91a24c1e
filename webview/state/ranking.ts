/** A ranking that can be compared with another: the search as shown, a profile, cosine similarity alone, a saved packet. */
export type Ranking =
  | { readonly kind: 'run' }
  | { readonly kind: 'profile'; readonly name: string }
  | { readonly kind: 'cosine' }
  | { readonly kind: 'packet'; readonly name: string };

/** One text for each ranking, the value of its choice in a list. */
export const rankingKey = (ranking: Ranking): string =>
  'name' in ranking ? `${ranking.kind}:${ranking.name}` : ranking.kind;

/** The ranking of a key; the search as shown for a text that is not a key. */
export const rankingOf = (key: string): Ranking => {
  const [kind = '', ...rest] = key.split(':');
  if (kind === 'cosine') return { kind };
  if (kind === 'profile' || kind === 'packet') return { kind, name: rest.join(':') };
  return { kind: 'run' };
};
