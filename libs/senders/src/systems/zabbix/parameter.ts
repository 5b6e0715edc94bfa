import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import type { Path } from '../../vocabulary/path.js';
import { filledText } from '../../vocabulary/template.js';

/** Returns a reader for parameters that are nested or flat, and that users may name like macros: `EVENT.ID`, `EventID`. */
export function parameter(...paths: readonly Path[]): Reader<string> {
  return firstOf(
    filledText(...paths.flatMap((path) => (path.includes('.') ? [path, `["${path}"]`] : [path]))),
    fuzzyField(...paths),
  );
}
