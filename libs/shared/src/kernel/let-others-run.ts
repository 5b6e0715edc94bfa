/** Lets what has arrived meanwhile run first: requests, timers, answers of the database. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
