/** Longer text is cut, because the patterns take quadratic time for runs of blanks and dots. */
const MAX_LENGTH = 1_000;
/** Measured figures and times, which differ between the messages of an alarm. `Port 443` and `10.0.0.7` do not match. */
const MEASUREMENTS = [
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?\b/g,
  /(?<![\w.:/-])[-+]?\d{1,15}(?:[.,]\d{1,9})? ?(?:%|(?:percent|ms|sec|seconds?|s|min|minutes?|m|hours?|h|days?|d|[kmgt]i?b(?:\/s|ps)?|bytes?|°?c|rps|req\/s)(?![\w-]))/gi,
  /(?<![\w.:/-])[-+]?\d{1,15}\.\d{1,9}(?![\w:/-]|\.\w)/g,
  /(?<=(?:[=<>:]|\b(?:is|was|value|currently|of|than|above|below|over|under)) ?)[-+]?\d{1,15}(?![\w:/-]|\.\w)/gi,
];
const EMOJI = /\p{Extended_Pictographic}|\uFE0F|:[a-z_]{2,30}:/gu;
const STATE_WORDS =
  /\[?\b(?:firing|resolved|recovered|recovery|triggered|re-?triggered|alerting|alert|ok|okay|problem|closed|opened|cleared|critical|warning|info|error|up|down|online|offline|healthy|unhealthy|failed|failure|succeeded|successful(?:ly)?|passed|degraded|repaired|lost|restored|disconnected|reconnected|status)\b(?:: ?\d+)?\]?|\[success\]/gi;
const FILLER_WORDS =
  /\b(?:went|has gone|has|have|been|is|was|are|now|back|again|to normal|no longer|not|just|your)\b/gi;

/** Returns the words of a title that release 0.2 took for the same while an alarm fires and when it is resolved. */
export function stableTitleOf0_2(title: string): string {
  const remaining = MEASUREMENTS.reduce(
    (text, pattern) => text.replaceAll(pattern, ' '),
    title.slice(0, MAX_LENGTH),
  )
    .replaceAll(EMOJI, ' ')
    .replaceAll(STATE_WORDS, ' ')
    .replaceAll(FILLER_WORDS, ' ')
    .replaceAll(/(^|\s)[^\p{L}\p{N}\s]+(?=\s|$)/gu, '$1')
    .replaceAll(/(?<![\s:;,.!|-])[\s:;,.!|-]+$|^[\s:;,.!|-]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return remaining === '' ? title : remaining;
}
