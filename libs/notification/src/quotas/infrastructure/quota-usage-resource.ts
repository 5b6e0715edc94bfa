import type { Resource } from '#shared/query/resource.js';

const text = (sql: string) => ({ type: 'text', sql: `r.${sql}`, required: true }) as const;
const number = (sql: string) => ({ type: 'number', sql: `r.${sql}`, required: true }) as const;

/** The fields of usage for the query language. There is a row for each protocol and UTC day. */
export const QUOTA_USAGES: Resource = {
  name: 'Quota usage',
  relation: `(select *, protocol_id || ' ' || day as usage_id from quota_usage)`,
  id: 'usage_id',
  fields: {
    usage_id: text('usage_id'),
    protocol_id: text('protocol_id'),
    domain_id: text('domain_id'),
    day: { type: 'date', sql: `(r.day::timestamp at time zone 'UTC')`, required: true },
    consumed: number('consumed'),
    refused: number('refused'),
  },
  record: ['protocol_id', 'domain_id', 'day', 'consumed', 'refused'],
  keywords: ['protocol_id'],
  order: [{ key: 'day', desc: true }],
  minimal: ['protocol_id', 'day', 'consumed'],
};
