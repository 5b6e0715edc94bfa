import type { Severity } from '../plugin-api/event.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';
import { dictionary, type Vocabulary } from './word.js';

/** Words for severities that most monitoring tools share. A sender with another scale adds its own words. */
const COMMON_WORDS: Vocabulary<Severity> = {
  ...mapWords('CRITICAL', 'critical crit fatal emergency emerg alert disaster panic sev0 p1'),
  ...mapWords('ERROR', 'error err failure high major sev1 p2'),
  ...mapWords('WARNING', 'warning warn average minor sev2 p3'),
  ...mapWords('INFO', 'info information informational ok okay low notice debug sev3 sev4 p4 p5'),
  ...mapWords('NOT_AVAILABLE', 'notavailable nodata insufficientdata'),
  ...mapWords('NONE', 'none'),
};

function mapWords(severity: Severity, words: string): Vocabulary<Severity> {
  return Object.fromEntries(words.split(' ').map((word) => [word, severity]));
}

/** Returns the severity that a word commonly means; `undefined` for an unknown word. */
export const parseSeverity = dictionary(COMMON_WORDS);

/**
 * Returns a reader for the severity at the first of these paths with a known word. Unknown words are skipped.
 * @param senderWords the sender's own words. They take precedence over the common ones.
 */
export function severityBy(senderWords: Vocabulary<Severity>, ...paths: readonly Path[]): Reader<Severity> {
  const meaningOf = dictionary({ ...COMMON_WORDS, ...senderWords });
  return firstAt(paths, (from) => {
    const text = textOf(from);
    return text === undefined ? undefined : meaningOf(text);
  });
}

/** Same as {@link severityBy}, with the common words only. */
export function severity(...paths: readonly Path[]): Reader<Severity> {
  return severityBy({}, ...paths);
}
