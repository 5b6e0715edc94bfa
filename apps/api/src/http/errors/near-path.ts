import { nearest } from '#shared/kernel/nearest.js';

/**
 * Returns the route that was probably meant, like `/monitoring/v1/webhook/{webhook_id}`. Only a pattern is returned, because
 * the requested path may contain a key.
 */
export function nearPath(url: string, patterns: readonly string[]): string | undefined {
  const asked = segmentsOf(url.split('?', 1)[0] ?? '');
  if (asked.length === 0 || asked.length > 8) return undefined;
  const ranked = [...new Set(patterns)].flatMap((pattern) => {
    const away = awayFrom(asked, segmentsOf(pattern));
    return away === undefined ? [] : [{ pattern, away }];
  });
  const [best] = ranked.sort((a, b) => a.away - b.away);
  return best?.pattern.replaceAll(/:(\w+)/g, '{$1}');
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** Returns how many segments are misspelled, or missing at the beginning; `undefined` if a segment is a different one. */
function awayFrom(asked: readonly string[], pattern: readonly string[]): number | undefined {
  const missing = pattern.length - asked.length;
  // The beginning, such as `/identity/v1`, may be missing in part or as a whole.
  if (missing < 0 || missing > 2) return undefined;
  let away = missing;
  let same = 0;
  for (const [at, segment] of asked.entries()) {
    const known = pattern[at + missing] ?? '';
    if (known.startsWith(':')) continue;
    if (segment === known) same += 1;
    else if (nearest(segment, [known]) !== undefined) away += 1;
    else return undefined;
  }
  return same + away > missing ? away : undefined;
}
