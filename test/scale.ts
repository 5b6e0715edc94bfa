/** Ten is the long run. It multiplies what tests try at random or in great numbers, never what they promise. */
const TEST_SCALE = Number(process.env.TEST_SCALE ?? 1);

/** So many runs of a property, or so many repetitions. */
export const scaled = (runs: number): number => Math.ceil(runs * TEST_SCALE);
