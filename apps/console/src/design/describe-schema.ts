/** The parts of a JSON Schema that forms are made of. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly writeOnly?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

/** The words that are written in capitals. */
const ABBREVIATIONS = new Set(['url', 'id', 'api', 'ms', 'ttl', 'http', 'arn', 'tls', 'sns', 'ca']);

/** Returns the name of a property as people read it: `webhook_url` is "Webhook URL". */
export function nameProperty(name: string, { title }: Schema = {}): string {
  if (title !== undefined) return title;
  // Names of severities stay as they are written everywhere.
  if (name === name.toUpperCase()) return name;
  const words = name
    .split('_')
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export type Kind = 'text' | 'number' | 'choice' | 'flag' | 'list' | 'pairs' | 'group';

/** Returns the control that a property gets. */
export function kindOf(schema: Schema): Kind {
  if (schema.enum !== undefined) return 'choice';
  if (schema.properties !== undefined) return 'group';
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  switch (type) {
    case 'boolean':
      return 'flag';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return 'list';
    case 'object':
      return 'pairs';
    default:
      return 'text';
  }
}

/** Returns the object without what nobody has entered: empty texts, lists and groups. */
export function dropEmpty(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
    if (each === undefined || each === null || each === '') return [];
    if (Array.isArray(each)) {
      // Not while somebody types: the first space of "Ann Smith" is at the end of the line.
      const items = each
        .map((item: unknown) => (typeof item === 'string' ? item.trim() : item))
        .filter((item) => item !== '');
      return items.length === 0 ? [] : [[name, items]];
    }
    if (typeof each === 'object') {
      const inner = dropEmpty(each as Record<string, unknown>);
      return Object.keys(inner).length === 0 ? [] : [[name, inner]];
    }
    return [[name, each]];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the object without what nobody has entered, and with the defaults that its form shows instead. A group is absent if
 * what has no default in it was emptied: the rest only describes that.
 * @param stored as the form was opened with
 */
export function fillDefaults(
  { properties = {} }: Schema,
  value: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const given = dropEmpty(value);
  const filled = Object.entries(properties).flatMap(([name, schema]): [string, unknown][] => {
    const own = given[name];
    if (schema.properties === undefined)
      return own === undefined && schema.default !== undefined ? [[name, schema.default]] : [];
    if (own === undefined) return [];
    const group = own as Readonly<Record<string, unknown>>;
    const isEmptied =
      hasEssentials(schema, stored[name] as typeof group | null | undefined) && !hasEssentials(schema, group);
    return [[name, isEmptied ? undefined : fillDefaults(schema, group)]];
  });
  return { ...given, ...Object.fromEntries(filled) };
}

const hasEssentials = (
  { properties = {} }: Schema,
  group: Readonly<Record<string, unknown>> | null | undefined,
): boolean =>
  Object.entries(properties).some(
    ([name, schema]) => schema.default === undefined && (group?.[name] ?? undefined) !== undefined,
  );
