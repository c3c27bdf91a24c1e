/** The cosine from which a drawer is a semantic match at all; below it, only the nearest of what there is (docs/benchmarks.md, Weak matches). */
export const leastSemanticMatch = 0.27;
