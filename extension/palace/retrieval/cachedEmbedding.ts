type Embed = (texts: readonly string[], signal?: AbortSignal) => Promise<readonly Float32Array[]>;

/** Embeds each text once and caches the last `limit` vectors, for texts that recur, such as earlier queries. */
export const cachedEmbedding = (embed: Embed, limit: number): Embed => {
  const known = new Map<string, Float32Array>();
  return async (texts, signal) => {
    const missing = [...new Set(texts)].filter((text) => !known.has(text));
    const vectors = missing.length === 0 ? [] : await embed(missing, signal);
    const fresh = new Map(missing.map((text, i) => [text, vectors[i] ?? new Float32Array(0)]));
    const found = texts.map((text) => fresh.get(text) ?? known.get(text) ?? new Float32Array(0));
    texts.forEach((text, i) => {
      known.delete(text);
      known.set(text, found[i] ?? new Float32Array(0));
    });
    for (const text of known.keys()) {
      if (known.size <= limit) break;
      known.delete(text);
    }
    return found;
  };
};
