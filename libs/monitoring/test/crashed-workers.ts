import { CrashIsolation } from '../src/processing/application/parsing/delivery-parser.js';
import type { ParseTask, PluginSandbox } from '../src/processing/application/ports/plugin-sandbox.js';

/** No worker ever crashed. */
export function noCrashes(): CrashIsolation {
  return crashedAt(undefined, () => undefined);
}

/** @param crashOf returns how a body crashes the process that parses it, or throws */
export function crashedAt(
  last: Date | undefined,
  crashOf: (body: string, domain_id: string) => string | undefined,
): CrashIsolation {
  return new CrashIsolation({ findLastCrash: async () => last }, {
    detectCrash: async ({ delivery }: ParseTask, domain_id: string) =>
      crashOf(delivery.body.toString(), domain_id),
  } as PluginSandbox);
}
