import { isObject } from '../kernel/json.js';
import type { Path } from './positions.js';
import { MASK } from './terms.js';

/** A variable in a file. */
export interface Variable {
  readonly path: Path;
  readonly value?: string;
  /** Why it has no value. */
  readonly missing?: string;
}

/** What a variable of a file has in it, or why that is not known. */
export type VariableValue = { readonly value: string } | { readonly missing: string };

/** Returns the value of `NAME` or `file:path` in `${…}`. */
export type ReadVariable = (name: string, file: string) => VariableValue;

const VARIABLE = /\$\$\{|\$\{([^}]*)\}/g;
const NAME = /^(?:file:[^]*|[A-Za-z_][A-Za-z0-9_]*)$/;

/**
 * Replaces `${NAME}` and `${file:path}` in all texts. `$${` is `${` itself. A text with a variable that has no value becomes the mask of
 * secrets, which keeps the stored one; whether there is one is not known before the service has been asked.
 */
export function insertVariables(
  value: unknown,
  file: string,
  read: ReadVariable,
  path: Path = [],
): { readonly value: unknown; readonly variables: readonly Variable[] } {
  if (Array.isArray(value)) {
    const items = value.map((each, at) => insertVariables(each, file, read, [...path, at]));
    return { value: items.map((each) => each.value), variables: items.flatMap((each) => each.variables) };
  }
  if (isObject(value)) {
    const fields = Object.entries(value).map(
      ([name, each]) => [name, insertVariables(each, file, read, [...path, name])] as const,
    );
    return {
      value: Object.fromEntries(fields.map(([name, each]) => [name, each.value])),
      variables: fields.flatMap(([, each]) => each.variables),
    };
  }
  if (typeof value !== 'string' || !value.includes('${')) return { value, variables: [] };
  const variables: Variable[] = [];
  const text = value.replaceAll(VARIABLE, (whole, name: string | undefined) => {
    if (name === undefined) return '${';
    const found = NAME.test(name) ? read(name, file) : describeNoName(name);
    variables.push({ path, ...found });
    return 'value' in found ? found.value : whole;
  });
  return { value: variables.some(({ missing }) => missing !== undefined) ? MASK : text, variables };
}

const describeNoName = (name: string): VariableValue => ({
  missing: `expected the name of a variable or file:path in \${…}, but found ${JSON.stringify(name)}`,
});

/** Replaces the values of variables in a text of the service, such as the reason why it refuses a record. */
export function hideValues(text: string, values: Iterable<string>): string {
  let hidden = text;
  // The longest first: one may be in another.
  for (const value of [...values].sort((a, b) => b.length - a.length))
    for (const form of [value, JSON.stringify(value).slice(1, -1)])
      // Not within words: a value like `a` would be everywhere.
      hidden = hidden.replaceAll(
        new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(form)}(?![\\p{L}\\p{N}])`, 'gu'),
        MASK,
      );
  return hidden;
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** Writes a text so that it is read as it is. */
export const escapeVariables = (text: string): string => text.replaceAll('${', () => '$${');
