import { findNearest } from '#shared/kernel/find-nearest.js';

/**
 * Returns the route that was probably meant, like `/monitoring/v1/webhook/{webhook_id}`. Only a pattern is returned, because
 * the requested path may contain a key.
 */
export function suggestPath(url: string, patterns: readonly string[]): string | undefined {
  const requested = splitPath(url.split('?', 1)[0] ?? '');
  if (requested.length === 0 || requested.length > 8) return undefined;
  const candidates = [...new Set(patterns)].flatMap((pattern) => {
    const away = measureDistance(requested, splitPath(pattern));
    return away === undefined ? [] : [{ pattern, away }];
  });
  const [best] = candidates.sort((a, b) => a.away - b.away);
  return best?.pattern.replaceAll(/:(\w+)/g, '{$1}');
}

const splitPath = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Returns how many segments are misspelled, or missing at the beginning; `undefined` if a segment is a different one. */
function measureDistance(requested: readonly string[], pattern: readonly string[]): number | undefined {
  const missing = pattern.length - requested.length;
  // The beginning, such as `/identity/v1`, may be missing in part or as a whole.
  if (missing < 0 || missing > 2) return undefined;
  let distance = missing;
  let matches = 0;
  for (const [at, segment] of requested.entries()) {
    const expected = pattern[at + missing] ?? '';
    if (expected.startsWith(':')) continue;
    if (segment === expected) matches += 1;
    else if (findNearest(segment, [expected]) !== undefined) distance += 1;
    else return undefined;
  }
  return matches + distance > missing ? distance : undefined;
}
