/** Lets requests that have arrived meanwhile run first. */
export function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
