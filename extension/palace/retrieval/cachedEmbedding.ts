import { RecentlyUsed } from '../../base/recentlyUsed.ts';

type Embed = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;

/** Embeds each text once and caches the last `limit` vectors, for texts that recur, such as earlier queries. */
export const cachedEmbedding = (embed: Embed, limit: number): Embed => {
  const known = new RecentlyUsed<string, Float32Array>(limit);
  return async (texts, signal) => {
    const found = new Map<string, Float32Array | undefined>(texts.map((text) => [text, known.get(text)]));
    const missing = [...found.keys()].filter((text) => found.get(text) === undefined);
    const vectors = missing.length === 0 ? [] : await embed(missing, signal);
    missing.forEach((text, i) => {
      const vector = vectors[i] ?? new Float32Array(0);
      found.set(text, vector);
      known.set(text, vector);
    });
    return texts.map((text) => found.get(text) ?? new Float32Array(0));
  };
};
