/** A small random generator (mulberry32), so that a run can be repeated by its seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** The seed of this run: given by SYNAPSE_SEED, else by the clock. */
export const runSeed = (): number => Number(process.env.SYNAPSE_SEED ?? Date.now() % 1_000_000);
