/**
 * Decodes the raw rest of a path once, for plugins. A `/` or `%` within a segment stays encoded (`%2F`, `%25`), so that the
 * segments can still be told apart: the alias of `v2/alerts/db1%2Fdisk/close` is one segment.
 */
export function decodePathSuffix(rawPath: string): string {
  if (!rawPath.includes('%')) return rawPath;
  return rawPath
    .split('/')
    .map((segment) => decodeSegment(segment).replaceAll('%', '%25').replaceAll('/', '%2F'))
    .join('/');
}

/** Returns the segments of a plugin's `path_suffix`, completely decoded. */
export function splitPathSuffix(path_suffix: string): readonly string[] {
  return path_suffix.split('/').map((segment) => segment.replaceAll(/%2f/gi, '/').replaceAll('%25', '%'));
}

/** A segment that is no valid percent-encoding is its own text: `50%`. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
