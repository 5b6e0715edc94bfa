import { TocsinError } from '../../../../clients/typescript/src/tocsin.js';

/**
 * Returns the reasons for which the service refused single fields, by the paths of the fields below `prefix`: with `options.`,
 * that of `options.url` is found by `url`.
 */
export function readRefusals(error: unknown, prefix = ''): ReadonlyMap<string, string> {
  if (!(error instanceof TocsinError)) return new Map();
  return new Map(
    error.errors
      .filter(({ field }) => field.startsWith(prefix))
      .map(({ field, reason }) => [field.slice(prefix.length), reason]),
  );
}
