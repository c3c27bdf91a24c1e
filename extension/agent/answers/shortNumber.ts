/** A cosine or a share for reading, with three decimals; it is cut off, so that only what is 1 becomes 1. */
export const shortShare = (value: number): number => Math.floor(value * 1000 + 1e-6) / 1000;

/** A score for reading, with four decimals. */
export const shortScore = (value: number): number => Math.round(value * 10_000) / 10_000;
