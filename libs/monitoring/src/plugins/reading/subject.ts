/** Whatever is longer is cut: what follows takes a time that grows with the square of blanks and dots in a row. */
const LONGEST = 1_000;
const SIGNS = /\p{Extended_Pictographic}|\uFE0F|:[a-z_]{2,30}:/gu;
const STATES =
  /\[?\b(?:firing|resolved|recovered|recovery|triggered|re-?triggered|alerting|alert|ok|problem|closed|opened|cleared|critical|warning|info|error|up|down|online|offline|healthy|unhealthy|failed|succeeded|passed|status)\b(?:: ?\d+)?\]?/gi;
const FILLERS =
  /\b(?:went|has gone|has|have|been|is|was|are|now|back|again|to normal|no longer|not|just|your)\b/gi;

/** What the message is about, in the words that stay the same when it is over. */
export function subjectOf(title: string): string {
  const left = title
    .slice(0, LONGEST)
    .replaceAll(SIGNS, ' ')
    .replaceAll(STATES, ' ')
    .replaceAll(FILLERS, ' ')
    .replaceAll(/(^|\s)[^\p{L}\p{N}\s]+(?=\s|$)/gu, '$1')
    .replaceAll(/[\s:;,.!|-]+$|^[\s:;,.!|-]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return left === '' ? title : left;
}
