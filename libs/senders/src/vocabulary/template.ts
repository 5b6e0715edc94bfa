import type { Json } from '#shared/kernel/json.js';
import type { Reader } from './alarm.js';
import { firstAt, type Path } from './path.js';
import { textOf } from './text.js';

/** Matches an unfilled template variable: `${x}`, `{{ x }}`, `{X}`, `$X`, `$X$`, `%X%`, `*X*`, `[X]`. */
const UNFILLED =
  /^(?!\{[0-9a-fA-F]{8}-)(?:\$\{[^{}]*\}|\{\{[^{}]*\}\}|\{[$#]?[\w.\s-]+\}|\$[A-Z][A-Z0-9_]*(?:\[[^\]]*\]|\$)?|%\w+%?|\*\w+\*|\[[A-Z_]+\]|<no value>|\(?null\)?|undefined)$/;

/** Returns the text of a scalar; `undefined` if it is only an unfilled template variable. */
export function filledTextOf(from: Json | undefined): string | undefined {
  const text = textOf(from);
  return text === undefined || UNFILLED.test(text) ? undefined : text;
}

/** Same as `text`, for bodies that users write with template variables of the sender. Unfilled variables are skipped. */
export function filledText(...paths: readonly Path[]): Reader<string> {
  return firstAt(paths, filledTextOf);
}
