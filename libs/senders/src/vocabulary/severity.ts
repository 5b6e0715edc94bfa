import type { Severity } from '../plugin-api/event.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';
import { dictionary, type Vocabulary } from './word.js';

/** Words for severities that most monitoring tools share. A sender with another scale adds its own words. */
const COMMON: Vocabulary<Severity> = {
  ...each('CRITICAL', 'critical crit fatal emergency emerg alert disaster panic sev0 p1'),
  ...each('ERROR', 'error err failure high major sev1 p2'),
  ...each('WARNING', 'warning warn average minor sev2 p3'),
  ...each('INFO', 'info information informational ok okay low notice debug sev3 sev4 p4 p5'),
  ...each('NOT_AVAILABLE', 'notavailable nodata insufficientdata'),
  ...each('NONE', 'none'),
};

function each(severity: Severity, words: string): Vocabulary<Severity> {
  return Object.fromEntries(words.split(' ').map((word) => [word, severity]));
}

/** Returns the severity that a word commonly means; `undefined` for an unknown word. */
export const severityOf = dictionary(COMMON);

/**
 * Returns a reader for the severity at the first of these paths with a known word. Unknown words are skipped.
 * @param own the sender's own words. They take precedence over the common ones.
 */
export function severityBy(own: Vocabulary<Severity>, ...paths: readonly Path[]): Reader<Severity> {
  const meaningOf = dictionary({ ...COMMON, ...own });
  return firstAt(paths, (from) => {
    const said = textOf(from);
    return said === undefined ? undefined : meaningOf(said);
  });
}

/** Same as {@link severityBy}, with the common words only. */
export function severity(...paths: readonly Path[]): Reader<Severity> {
  return severityBy({}, ...paths);
}
