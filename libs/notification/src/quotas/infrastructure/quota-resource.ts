import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import {
  COUNT_ALL,
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { QUOTA, GetQuota, ListQuotas, StatQuotas, StatQuotaUsages } from '../application/read-quotas.js';
import type { Quota } from '../domain/quota.js';

const QUOTA_RECORD = new RecordSerializer(QUOTA, { column: 'given_limit' });

/** The fields of quotas for the query language. */
export const QUOTAS: Resource = {
  name: 'Quota',
  relation: '(select *, "limit" as given_limit from quota)',
  id: 'quota_id',
  ...toQueryFields(QUOTA),
  keywords: ['quota_id', 'protocol_id'],
  order: [{ key: 'quota_id' }],
  minimal: ['quota_id', 'protocol_id', 'domain_id'],
};

/** The handlers of the queries of quotas. */
export const QUOTA_READS = [
  createGetHandler(GetQuota, QUOTAS, QUOTA_RECORD, 'quota'),
  createListHandler(ListQuotas, QUOTAS, QUOTA_RECORD),
  createStatHandler(StatQuotas, QUOTAS, COUNT_ALL),
];

/** @throws ERROR_NOT_FOUND */
export async function readQuota(
  reader: RecordReader,
  { domain_id }: Scope,
  quota_id: string,
): Promise<Pick<Quota, 'domain_id' | 'protocol_id' | 'limit'>> {
  const { rows } = await reader.query<Pick<Quota, 'domain_id' | 'protocol_id' | 'limit'>>(
    'select domain_id, protocol_id, "limit" from quota where quota_id = $1 and domain_id = $2',
    [parseId('quota', quota_id), domain_id],
  );
  if (rows[0] === undefined) throw DomainError.notFound('The quota', quota_id);
  return rows[0];
}

const text = (sql: string) => ({ type: 'text', sql: `r.${sql}`, required: true }) as const;
const number = (sql: string) => ({ type: 'number', sql: `r.${sql}`, required: true }) as const;

/** The fields of usage for the query language. There is a row for each protocol and UTC day. */
const QUOTA_USAGES: Resource = {
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
