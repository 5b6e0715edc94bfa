import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Field, Resource } from '#shared/query/resource.js';
import { hashAccessKey } from '#shared/kernel/access-key.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/record-writes.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { RawJson } from '#shared/kernel/json.js';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { createRowSerializer } from '#shared/platform/persistence/record-serializer.js';
import { countByState } from '#shared/platform/persistence/read-handlers.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { WEBHOOK_FIELDS, type WebhookInfo } from '../domain/webhook-record.js';
import { UPGRADE_MODES, WEBHOOK_STATES } from '../domain/webhook.js';
import { VERIFICATION_STATES } from '../domain/verification.js';
import { DEFAULT_SETTINGS } from '../domain/webhook-settings.js';
import { type WebhookUrls, WebhookRecords, type WebhookRow } from './webhook-records.js';
import { GetWebhook, ListWebhooks, StatWebhooks } from '../application/read-webhooks.js';

const textField = (sql: string, required = true): Field => ({ type: 'text', sql: `r.${sql}`, required });
const dateField = (sql: string, required = true): Field => ({ type: 'date', sql: `r.${sql}`, required });
const numberField = (sql: string): Field => ({ type: 'number', sql: `r.${sql}`, required: true });

const VERIFICATION: Readonly<Record<string, Field>> = {
  'verification.verification_id': { type: 'id', kind: 'verification', sql: 'r.verified_id' },
  'verification.state': {
    type: 'enum',
    values: VERIFICATION_STATES,
    sql: `(r.verification ->> 'state')`,
  },
  'verification.version': { type: 'text', sql: `(r.verification ->> 'version')` },
  'verification.checks': { type: 'json', sql: `(r.verification -> 'checks')` },
  'verification.started_at': { type: 'date', sql: `(r.verification ->> 'started_at')::timestamptz` },
  'verification.finished_at': { type: 'date', sql: `(r.verification ->> 'finished_at')::timestamptz` },
};

/**
 * The refused deliveries of each webhook. `newest` is the time and reason of the last one that is an error of the
 * webhook: a wrong key may be anybody's, and wrong signatures are in `webhook_cursor`.
 */
const REFUSALS = `
  select domain_id, webhook_id, sum(count)::bigint as count,
    jsonb_agg(jsonb_build_object('status', status, 'count', count, 'last_at', last_at, 'last_reason', last_reason)
      order by status) as refused,
    max(array[to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), last_reason])
      filter (where status not in (401, 404)) as newest
  from webhook_refusal group by domain_id, webhook_id`;

/** The fields of webhooks that queries may use. Options are not among them, because they may contain secrets. */
function createWebhookResource(urls: WebhookUrls): Resource {
  return {
    name: 'Webhook',
    relation: `(
      select w.*, k.last_used_at as access_key_last_used_at,
        case when w.previous_access_key_expires_at > statement_timestamp() then jsonb_build_object(
          'expires_at', w.previous_access_key_expires_at, 'last_used_at', p.last_used_at) end as previous_access_key,
        c.last_received_at, c.received_count, c.failed_count,
        c.unkept_count, c.fallback_count, c.last_fallback_at, c.last_fallback_reason,
        coalesce(f.count, 0) + coalesce(i.refused_count, 0) as refused_count,
        coalesce(f.refused, '[]') as refused,
        case when f.newest[1]::timestamptz > coalesce(c.last_error_at, '-infinity') then 'refused: ' || f.newest[2]
          else c.last_error end as last_error,
        case when u.reason is not null and w.upgrade_mode = 'AUTO' and u.version <> w.plugin_version
          then jsonb_build_object('version', u.version, 'reason', u.reason, 'checked_at', u.checked_at)
          end as upgrade,
        case when v.verification_id is not null then jsonb_build_object(
          'verification_id', v.verification_id, 'state', v.state, 'version', v.version, 'checks', v.checks,
          'started_at', v.started_at, 'finished_at', v.finished_at) end as verification, v.verification_id as verified_id,
        (select jsonb_build_object(
           'backlog', coalesce(sum(s.delivery_count), 0), 'newest', max(s.received_at),
           'lag_ms', round(coalesce(greatest(extract(epoch from clock_timestamp() - min(s.received_at)), 0), 0) * 1000))
         from delivery_segment s
         where s.domain_id = c.domain_id and s.webhook_id = c.webhook_id and s.processed_at is null) as pending,
        '${JSON.stringify(DEFAULT_SETTINGS)}'::jsonb || w.settings as all_settings
      from webhook w
      join webhook_cursor c on c.domain_id = w.domain_id and c.webhook_id = w.webhook_id
      left join plugin_upgrade u on u.domain_id = w.domain_id and u.webhook_id = w.webhook_id
      left join (${REFUSALS}) f on f.domain_id = w.domain_id and f.webhook_id = w.webhook_id
      left join webhook_intake i on i.domain_id = w.domain_id and i.webhook_id = w.webhook_id
      left join access_key_use k on k.domain_id = w.domain_id and k.webhook_id = w.webhook_id
        and k.access_key_digest = w.access_key_digest
      left join access_key_use p on p.domain_id = w.domain_id and p.webhook_id = w.webhook_id
        and p.access_key_digest = w.previous_access_key_digest
      left join verification v on v.domain_id = w.domain_id and v.verification_id = w.verification_id
      where w.deleted_at is null)`,
    id: 'webhook_id',
    fields: {
      webhook_id: { type: 'id', kind: 'webhook', sql: 'r.webhook_id', required: true },
      name: textField('name'),
      state: { type: 'enum', values: WEBHOOK_STATES, none: 'NONE', sql: 'r.state', required: true },
      access_key: { type: 'secret', sql: 'r.access_key_digest', digest: hashAccessKey },
      access_key_last_used_at: dateField('access_key_last_used_at', false),
      'previous_access_key.expires_at': {
        type: 'date',
        sql: `(r.previous_access_key ->> 'expires_at')::timestamptz`,
      },
      'previous_access_key.last_used_at': {
        type: 'date',
        sql: `(r.previous_access_key ->> 'last_used_at')::timestamptz`,
      },
      webhook_url: {
        type: 'secret',
        sql: `(r.webhook_id::text || encode(r.access_key_digest, 'hex'))`,
        digest: (url) => {
          const parsed = urls.parse(url);
          return parsed ? parsed.uuid + hashAccessKey(parsed.access_key).toString('hex') : null;
        },
      },
      version: textField('plugin_version'),
      'plugin_info.plugin_id': textField('plugin_id'),
      'plugin_info.version': textField('plugin_version'),
      'plugin_info.upgrade_mode': {
        type: 'enum',
        values: UPGRADE_MODES,
        none: 'NONE',
        sql: 'r.upgrade_mode',
        required: true,
      },
      tags: { type: 'json', sql: 'r.tags' },
      settings: { type: 'json', objects: true, sql: 'r.all_settings' },
      'health.last_received_at': {
        type: 'date',
        sql: `greatest(r.last_received_at, (r.pending ->> 'newest')::timestamptz)`,
      },
      'health.received_count': {
        type: 'number',
        sql: `(r.received_count + (r.pending ->> 'backlog')::bigint)`,
        required: true,
      },
      'health.failed_count': numberField('failed_count'),
      'health.unkept_count': numberField('unkept_count'),
      'health.fallback_count': numberField('fallback_count'),
      'health.last_fallback.at': dateField('last_fallback_at', false),
      'health.last_fallback.reason': textField('last_fallback_reason', false),
      'health.refused_count': numberField('refused_count'),
      'health.refused': { type: 'json', sql: 'r.refused' },
      'health.backlog': { type: 'number', sql: `(r.pending ->> 'backlog')::bigint`, required: true },
      'health.lag_ms': { type: 'number', sql: `(r.pending ->> 'lag_ms')::bigint`, required: true },
      'health.last_error': textField('last_error', false),
      'health.upgrade.version': { type: 'text', sql: `(r.upgrade ->> 'version')` },
      'health.upgrade.reason': { type: 'text', sql: `(r.upgrade ->> 'reason')` },
      'health.upgrade.checked_at': { type: 'date', sql: `(r.upgrade ->> 'checked_at')::timestamptz` },
      ...VERIFICATION,
      managed_by: textField('managed_by', false),
      project_id: textField('project_id'),
      domain_id: textField('domain_id'),
      created_at: dateField('created_at'),
      updated_at: dateField('updated_at'),
    },
    record: Object.keys(WEBHOOK_FIELDS),
    keywords: ['webhook_id', 'name'],
    order: [{ key: 'name' }],
    minimal: ['webhook_id', 'name', 'state', 'webhook_url', 'project_id'],
  };
}

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(
    private readonly pool: QueryPool,
    private readonly records: WebhookRecords,
  ) {}

  async execute({ scope, id, only: fields }: GetWebhook): Promise<Partial<WebhookInfo>> {
    const { rows } = await getReader(this.pool).query<WebhookRow>(
      `select r.* from ${createWebhookResource(this.records.urls).relation} r where domain_id = $1 and webhook_id = $2`,
      [scope.domain_id, parseId('webhook', id)],
    );
    if (rows[0] === undefined) throw DomainError.notFound('The webhook', id);
    return pickFields(this.records.toReadInfo(rows[0], scope, fields), fields, Object.keys(WEBHOOK_FIELDS));
  }
}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ filter, signal, ...request }: ListWebhooks): Promise<RawJson<Page<Partial<WebhookInfo>>>> {
    const record = createRowSerializer(
      (row: WebhookRow, keys) => this.records.toReadInfo(row, request.scope, keys),
      Object.keys(WEBHOOK_FIELDS),
    );
    return this.engine.list(
      createWebhookResource(this.records.urls),
      { ...request, filter: { ...filter }, record },
      signal,
    );
  }
}

@QueryHandler(StatWebhooks)
export class StatWebhooksHandler implements IQueryHandler<StatWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ scope, query, signal }: StatWebhooks): Promise<StatisticsResult> {
    const resource = createWebhookResource(this.records.urls);
    if (query !== undefined) return this.engine.stat(resource, { scope, query }, signal);
    return countByState(this.engine, resource, WEBHOOK_STATES, scope, signal);
  }
}
