/**
 * The cosine from which a drawer is a semantic match; below it, it is just the nearest there is
 * (docs/benchmarks.md, Weak matches).
 */
export const leastSemanticMatch = 0.27;
