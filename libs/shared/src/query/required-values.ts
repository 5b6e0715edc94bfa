import { DomainError } from '../kernel/domain-error.js';
import { MAX_VALUES } from './condition.js';
import { createResolver, parseScalar, type KeyResolver } from './expression.js';
import { compileDomain } from './filter.js';
import { parseMatchQuery } from './match.js';
import type { Condition } from './parse-condition.js';
import { parseList } from './parse-fields.js';
import type { Resource } from './resource.js';
import { SqlParameters, type Statement } from './statement.js';
import { getNormalForms } from './text-condition.js';

/** A record matches only if the value of the key is one of these. */
export interface RequiredValues {
  readonly key: string;
  readonly values: ReadonlySet<string>;
}

/** What a record needs so that a query can match it: of each list, one entry. */
export type Requirements = readonly (readonly RequiredValues[])[];

/** Of more keys than these, no values are read: the statement has a column for each. */
const MAX_COLUMNS = 64;

/**
 * Returns what a query requires, as far as it compares texts, words and ids for equality. Records with all of it may match, others
 * cannot. A query with an unknown key, or with a value that cannot be compared, requires nothing: whoever runs it is told why.
 */
export function findRequirements(resource: Resource, query: unknown): Requirements {
  try {
    const { all, any } = parseMatchQuery(query);
    const resolve = createResolver(resource, new SqlParameters());
    const required = all.flatMap((condition) => findRequired(condition, resolve) ?? []);
    const alternatives = any.map((condition) => findRequired(condition, resolve));
    const isNarrowed = any.length > 0 && alternatives.every((each) => each !== undefined);
    return [...required.map((each) => [each]), ...(isNarrowed ? [alternatives] : [])];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

function findRequired(
  { key, operator, value, keyPlace, valuePlace }: Condition,
  resolve: KeyResolver,
): RequiredValues | undefined {
  // Of all conditions, so that a query with an unknown key requires nothing.
  const field = resolve(key, keyPlace);
  if (operator !== 'eq' && operator !== 'in') return undefined;
  const isWord = field.type === 'enum' && field.none === undefined;
  if (field.type !== 'text' && field.type !== 'id' && !isWord) return undefined;
  const given = operator === 'eq' ? [value] : parseList(value, valuePlace, MAX_VALUES);
  if (given.includes(null)) return undefined;
  const values = given.flatMap((each) => getNormalForms(String(parseScalar(each, field, valuePlace))));
  return { key, values: new Set(values) };
}

export interface PresentValuesRequest {
  readonly domain_id: string;
  readonly requirements: readonly Requirements[];
  /** Returns SQL for the rows, built from values. */
  readonly relation: (values: SqlParameters) => string;
}

/** The values that the rows have, by the number of their key; null: there are no rows. */
export type PresentValues = Readonly<Record<number, readonly (string | null)[] | null>>;

/**
 * Returns a statement that reads which values rows have of the keys that are required, as one row, and a function that tells by
 * that row whether one of the rows may have what a query requires. `undefined`: nothing is required.
 */
export function compilePresentValues(
  resource: Resource,
  { domain_id, requirements, relation }: PresentValuesRequest,
): { statement: Statement; mayFulfil: (required: Requirements, row: PresentValues) => boolean } | undefined {
  const keys = [...new Set(requirements.flat(2).map(({ key }) => key))].slice(0, MAX_COLUMNS);
  if (keys.length === 0) return undefined;
  const values = new SqlParameters();
  const resolve = createResolver(resource, values);
  const columns = keys.map((key, at) => `array_agg(distinct (${resolve(key, key).sql})::text) as "${at}"`);
  const ofDomain = compileDomain(domain_id, values);
  return {
    statement: values.statement(`select ${columns.join(', ')} from ${relation(values)} r where ${ofDomain}`),
    mayFulfil: (required, row) => {
      const isPresent = ({ key, values: wanted }: RequiredValues) => {
        const at = keys.indexOf(key);
        return at === -1 || (row[at] ?? []).some((value) => value !== null && wanted.has(value));
      };
      return required.every((alternatives) => alternatives.some(isPresent));
    },
  };
}
