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
      const items = each.filter((item) => item !== '');
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
