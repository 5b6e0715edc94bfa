import type { Type as Class } from '@nestjs/common';
import { getFields } from '../http/body/field.js';
import type { QueryExamples } from '../http/query/query-examples.js';

export function createQueryExamples(queries: QueryExamples = {}) {
  const entries = Object.entries(queries).map(
    ([name, { summary, query }]) => [name, { summary, value: { domain_id: 'demo', query } }] as const,
  );
  return Object.fromEntries(entries);
}

/** Returns examples of a query in the query string. They fit every list. */
export function createParameterExamples(query: Class<object>) {
  const names = new Set(getFields(query).map(({ name }) => name));
  const examples = [
    { needs: 'page', summary: 'Only 20 records', value: { page: { limit: 20 } } },
    { needs: 'keyword', summary: 'Records that contain a word', value: { keyword: 'disk' } },
  ].filter(({ needs }) => names.has(needs));
  if (examples.length === 0) return {};
  const entries = examples.map(
    ({ needs, summary, value }) => [needs, { summary, value: JSON.stringify(value) }] as const,
  );
  return { examples: Object.fromEntries(entries) };
}

/** Returns the examples of the required fields, and of the domain, which is valid for every key. */
export function createExample(
  request: Class<object>,
  excluded: readonly string[] = [],
): Record<string, unknown> {
  const entries = getFields(request)
    .filter(({ name }) => !excluded.includes(name))
    .flatMap(({ name, required, example, nested, kind }) => {
      if (name === 'domain_id') return [[name, example ?? 'demo']];
      // A search without a query works, but shows nobody where the query stands. (Statistics select no fields, and need more.)
      if (name === 'query' && !required && nested && getFields(nested).some((field) => field.name === 'only'))
        return [[name, { page: { start: 1, limit: 20 } }]];
      if (!required) return [];
      return [[name, example ?? (kind === 'nested' && nested ? createExample(nested) : '')]];
    });
  return Object.fromEntries(entries) as Record<string, unknown>;
}
