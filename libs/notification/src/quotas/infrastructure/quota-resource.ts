import {
  COUNT_ALL,
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import type { Resource } from '#shared/query/resource.js';
import { GetQuota, ListQuotas, StatQuotas } from '../application/read-quotas.js';
import { QUOTA_FIELDS } from '../application/quota-info.js';
import { toQuotaRecord } from './quota-record.js';

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

const QUOTA_RECORD = createRowSerializer(toQuotaRecord, QUOTA_FIELDS);

/** The handlers of the queries of quotas. */
export const QUOTA_READS = [
  createGetHandler(GetQuota, QUOTAS, QUOTA_RECORD, 'quota'),
  createListHandler(ListQuotas, QUOTAS, QUOTA_RECORD),
  createStatHandler(StatQuotas, QUOTAS, COUNT_ALL),
];
