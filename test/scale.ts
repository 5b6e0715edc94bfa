/** Multiplies the repetitions of tests, never their expectations; 10 is the long run. */
const TEST_SCALE = Number(process.env.TEST_SCALE ?? 1);

/** Returns the scaled number of runs or repetitions. */
export const scaled = (runs: number): number => Math.ceil(runs * TEST_SCALE);
