import type { Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

/** `${x}`, `{{ x }}`, `{X}`, `$X`, `$X$`, `%X%`, `*X*`, `[X]`: what is left of a template where the sender had nothing to fill in. */
const UNFILLED =
  /^(?!\{[0-9a-fA-F]{8}-)(?:\$\{[^{}]*\}|\{\{[^{}]*\}\}|\{[$#]?[\w.\s-]+\}|\$[A-Z][A-Z0-9_]*(?:\[[^\]]*\]|\$)?|%\w+%?|\*\w+\*|\[[A-Z_]+\]|<no value>|\(?null\)?|undefined)$/;

/** The text of a scalar that is not merely a variable nobody filled. */
export function filledOf(from: Json | undefined): string | undefined {
  const written = textOf(from);
  return written === undefined || UNFILLED.test(written) ? undefined : written;
}

/** As `text`, for bodies that users write with the sender's template variables: a variable left as it is, is nothing. */
export function filled(...paths: readonly Path[]): Reader<string> {
  return firstAt(paths, filledOf);
}
