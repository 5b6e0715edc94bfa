import type { Resource } from '#shared/query/resource.js';
import { QUOTA_FIELDS } from '../application/quota-info.js';

const text = (sql: string) => ({ type: 'text', sql: `r.${sql}`, required: true }) as const;
const date = (sql: string) => ({ type: 'date', sql: `r.${sql}`, required: true }) as const;

/** The fields of quotas for the query language. */
export const QUOTAS: Resource = {
  name: 'Quota',
  relation: 'quota',
  id: 'quota_id',
  fields: {
    quota_id: { type: 'id', kind: 'quota', sql: 'r.quota_id', required: true },
    protocol_id: text('protocol_id'),
    limit: { type: 'json', closed: true, sql: 'r."limit"', required: true },
    'limit.day': { type: 'number', sql: `(r."limit" ->> 'day')::numeric` },
    'limit.month': { type: 'number', sql: `(r."limit" ->> 'month')::numeric` },
    domain_id: text('domain_id'),
    created_at: date('created_at'),
    updated_at: date('updated_at'),
  },
  record: QUOTA_FIELDS,
  keywords: ['quota_id', 'protocol_id'],
  order: [{ key: 'quota_id' }],
  minimal: ['quota_id', 'protocol_id', 'domain_id'],
};
