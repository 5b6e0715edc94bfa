import type { Severity } from '../plugin-api/event.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';
import { dictionary, type Vocabulary } from './word.js';

/** What monitoring tools in general call the same five degrees. A sender with a scale of its own states it. */
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

/** What a word means by the common rules; `undefined` for an unknown one. */
export const severityOf = dictionary(COMMON);

/**
 * The severity the first of these paths with a known word in it states; an unknown word states none.
 * @param own the sender's own scale; words it lacks are read by the common rules
 */
export function severityBy(own: Vocabulary<Severity>, ...paths: readonly Path[]): Reader<Severity> {
  const meaningOf = dictionary({ ...COMMON, ...own });
  return firstAt(paths, (from) => {
    const said = textOf(from);
    return said === undefined ? undefined : meaningOf(said);
  });
}

/** As {@link severityBy} with the common rules alone. */
export function severity(...paths: readonly Path[]): Reader<Severity> {
  return severityBy({}, ...paths);
}
