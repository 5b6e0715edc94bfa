import {
  bySeverity,
  elementsAt,
  holds,
  isSeverity,
  valueAt,
  type OracleCondition,
  type Plain,
} from './query-oracle.js';

/** A first stage `group` in its simplest form. */
export interface OracleGroup {
  readonly keys: readonly {
    readonly key: string;
    readonly name: string;
    readonly date_format?: string | undefined;
  }[];
  readonly fields: readonly OracleField[];
}

export interface OracleField {
  readonly name: string;
  readonly operator: string;
  readonly key?: string;
  readonly percentile?: number;
  readonly conditions?: readonly {
    readonly key: string;
    readonly value: unknown;
    readonly operator: string;
  }[];
}

/** Returns the rows of a group, unordered. */
export function group(records: readonly Plain[], filter: readonly OracleCondition[], stage: OracleGroup) {
  const groups = new Map<string, { keys: Plain; members: Plain[] }>();
  if (stage.keys.length === 0) groups.set('{}', { keys: {}, members: [] });
  for (const record of records) {
    if (!filter.every((condition) => holds(record, condition))) continue;
    for (const keys of keysOf(record, stage.keys)) {
      const known = groups.get(JSON.stringify(keys)) ?? { keys, members: [] };
      known.members.push(record);
      groups.set(JSON.stringify(keys), known);
    }
  }
  return [...groups.values()].map(({ keys, members }) => ({
    ...keys,
    ...Object.fromEntries(stage.fields.map((field) => [field.name, combined(members, field)])),
  }));
}

/** A record belongs once to the group of each distinct element. */
function keysOf(record: Plain, [first, ...rest]: OracleGroup['keys']): Plain[] {
  if (first === undefined) return [{}];
  const values = new Set(elementsAt(record, first.key));
  return [...(values.size > 0 ? values : [null])].flatMap((value) =>
    keysOf(record, rest).map((others) => ({ [first.name]: formatted(value, first.date_format), ...others })),
  );
}

function formatted(value: unknown, format: string | undefined): unknown {
  if (format === undefined) return value;
  const at = new Date(String(value));
  return format === 'hour' ? at.getUTCHours() : at.toISOString().slice(0, 10);
}

function combined(
  members: readonly Plain[],
  { operator, key, percentile = 50, conditions = [] }: OracleField,
): unknown {
  const rows = members.filter((each) =>
    conditions.every(({ key: k, value: v, operator: o }) => holds(each, { k, v, o })),
  );
  if (key === undefined) return rows.length;
  const values = rows.map((each) => valueAt(each, key)).filter((value) => value !== null);
  const numbers = values.filter((value) => typeof value === 'number');
  const sum = numbers.reduce((all, each) => all + each, 0);
  const texts = values
    .map(String)
    .toSorted((a, b) =>
      isSeverity(key) ? bySeverity(a, b) : Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
  switch (operator) {
    case 'count':
      return values.length;
    case 'sum':
      return sum;
    case 'average':
      return numbers.length > 0 ? sum / numbers.length : null;
    case 'percentile':
      return percentileOf(numbers, percentile);
    case 'min':
      return texts[0] ?? null;
    case 'max':
      return texts.at(-1) ?? null;
    case 'add_to_set':
      return [...new Set(texts)];
    default:
      throw new Error(`the oracle does not know ${operator}`);
  }
}

/** Interpolates linearly between the two nearest values. */
function percentileOf(values: readonly number[], percentile: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = ((sorted.length - 1) * percentile) / 100;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  return below === undefined || above === undefined ? null : below + (above - below) * (place % 1);
}
