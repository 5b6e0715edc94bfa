import { CarefulReading } from '../src/processing/application/careful-reading.js';

/** No worker was ever lost. */
export function noCareNeeded(): CarefulReading {
  return carefulAfter(undefined, () => undefined);
}

/** @param endOf how reading a body ends the process that does it */
export function carefulAfter(
  lostAt: Date | undefined,
  endOf: (body: string) => string | undefined,
): CarefulReading {
  return new CarefulReading(
    { last: async () => lostAt },
    { endOf: async ({ delivery }) => endOf(delivery.body.toString()) },
  );
}
