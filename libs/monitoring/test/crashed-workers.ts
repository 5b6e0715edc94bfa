import { CrashIsolation } from '../src/processing/application/reading/crash-isolation.js';

/** No worker ever crashed. */
export function noCrashes(): CrashIsolation {
  return crashedAt(undefined, () => undefined);
}

/** @param crashOf returns how a body crashes the process that parses it */
export function crashedAt(
  last: Date | undefined,
  crashOf: (body: string) => string | undefined,
): CrashIsolation {
  return new CrashIsolation(
    { last: async () => last },
    { crashOf: async ({ delivery }) => crashOf(delivery.body.toString()) },
  );
}
