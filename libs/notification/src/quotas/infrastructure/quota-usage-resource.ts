import { createStatHandler } from '#shared/platform/persistence/read-handlers.js';
import type { Resource } from '#shared/query/resource.js';
import { StatQuotaUsages } from '../application/read-quotas.js';

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

const BY_PROTOCOL = {
  aggregate: [
    {
      group: {
        keys: [{ key: 'protocol_id' }],
        fields: [
          { key: 'consumed', name: 'consumed', operator: 'sum' },
          { key: 'refused', name: 'refused', operator: 'sum' },
          { name: 'days', operator: 'count' },
        ],
      },
    },
    { sort: { keys: [{ key: 'consumed', desc: true }, { key: 'protocol_id' }] } },
    { limit: 10_000 },
  ],
};

/** The handler of statistics of the usage. */
export const StatQuotaUsagesHandler = createStatHandler(StatQuotaUsages, QUOTA_USAGES, {
  query: BY_PROTOCOL,
});
