import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { hashAccessKey, maskAccessKey } from '#shared/kernel/access-key.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, parseId, tryParseId } from '#shared/kernel/ids.js';
import type { RawJson } from '#shared/kernel/json.js';
import type { Page } from '#shared/kernel/page.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { AuditBuffer } from '#shared/platform/audit/audit-log.js';
import type { Encryption } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { countByState } from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { getReader } from '#shared/platform/persistence/record-writes.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { LACKS_WORKER, WORKER_VERSIONS } from '../tables/worker-versions.js';
import { GetWebhook, ListWebhooks, StatWebhooks } from '../application/read-webhooks.js';
import { WEBHOOK_FIELDS, type ReadableSecrets, type WebhookInfo } from '../domain/webhook-record.js';
import { DEFAULT_SETTINGS, type WebhookSettings } from '../domain/webhook-settings.js';
import { WEBHOOK_STATES } from '../domain/webhook.js';

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

const LAST_ERROR = `
  case
    when ${LACKS_WORKER} then 'no live worker has plugin ' || w.plugin_id || ' ' || w.plugin_version ||
      ': deliveries wait until one has it'
    when f.newest[1]::timestamptz > coalesce(c.last_error_at, '-infinity') then 'refused: ' || f.newest[2]
    else c.last_error end`;

/** `traffic` is one object, so that the deliveries that wait are counted once for a webhook. `secrets` has all that depends on them. */
const RELATION = `(
  select w.webhook_id, w.name, w.state, w.access_key_digest, w.plugin_id, w.plugin_version, w.upgrade_mode, w.tags, w.managed_by,
    w.project_id, w.domain_id, w.created_at, w.updated_at, k.last_used_at as access_key_last_used_at,
    '${JSON.stringify(DEFAULT_SETTINGS)}'::jsonb || w.settings as all_settings,
    case when w.previous_access_key_expires_at > statement_timestamp() then jsonb_build_object(
      'expires_at', w.previous_access_key_expires_at, 'last_used_at', p.last_used_at) end as previous_access_key,
    (select jsonb_build_object(
       'last_received_at', greatest(c.last_received_at, max(s.received_at)),
       'received_count', c.received_count + coalesce(sum(s.delivery_count), 0),
       'backlog', coalesce(sum(s.delivery_count), 0),
       'lag_ms', round(coalesce(greatest(extract(epoch from clock_timestamp() - min(s.received_at)), 0), 0) * 1000))
     from delivery_segment s
     where s.domain_id = c.domain_id and s.webhook_id = c.webhook_id and s.processed_at is null) as traffic,
    c.failed_count, c.unkept_count, c.fallback_count,
    case when c.last_fallback_at is not null then jsonb_build_object(
      'at', c.last_fallback_at, 'reason', coalesce(c.last_fallback_reason, '')) end as last_fallback,
    coalesce(f.count, 0) + coalesce(i.refused_count, 0) as refused_count, f.refused,
    ${LAST_ERROR} as last_error,
    case when u.reason is not null and w.upgrade_mode = 'AUTO' and u.version <> w.plugin_version then jsonb_build_object(
      'version', u.version, 'reason', u.reason, 'checked_at', u.checked_at) end as upgrade,
    case when v.verification_id is not null then jsonb_build_object(
      'verification_id', v.verification_id, 'state', v.state, 'version', v.version, 'checks', v.checks,
      'started_at', v.started_at, 'finished_at', v.finished_at) end as verification,
    jsonb_build_object(
      'webhook_id', w.webhook_id, 'access_key', encode(w.access_key, 'base64'), 'options', w.options,
      'secret_options', encode(w.secret_options, 'base64'), 'settings', w.settings,
      'signing_secrets', encode(w.signing_secrets, 'base64'), 'last_error', ${LAST_ERROR}) as secrets
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
  left join ${WORKER_VERSIONS} as workers on true
  where w.deleted_at is null)`;

/** Secrets as they are stored, in base64, and what depends on them. */
interface StoredSecrets {
  readonly webhook_id: string;
  readonly access_key: string;
  readonly options: PluginOptions;
  readonly secret_options: string | null;
  readonly settings: Partial<WebhookSettings>;
  readonly signing_secrets: string | null;
  readonly last_error: string | null;
}

/** What is read of webhooks. */
export class WebhookRecords {
  readonly resource: Resource;
  /** If a caller gets the access key, the audit log says so. */
  readonly record: RecordSerializer<typeof WEBHOOK_FIELDS>;

  constructor(
    private readonly encryption: Encryption,
    readonly urls: WebhookUrls,
    private readonly audit: Pick<AuditBuffer, 'record'>,
  ) {
    const { fields, record } = toQueryFields(WEBHOOK_FIELDS);
    this.resource = {
      name: 'Webhook',
      relation: RELATION,
      id: 'webhook_id',
      // Secrets can only be compared as a whole.
      fields: {
        ...fields,
        access_key: { type: 'secret', sql: 'r.access_key_digest', digest: hashAccessKey },
        webhook_url: {
          type: 'secret',
          sql: `(r.webhook_id::text || encode(r.access_key_digest, 'hex'))`,
          digest: (url) => {
            const parsed = urls.parse(url);
            return parsed ? parsed.uuid + hashAccessKey(parsed.access_key).toString('hex') : null;
          },
        },
      },
      record,
      keywords: ['webhook_id', 'name'],
      order: [{ key: 'name' }],
      minimal: ['webhook_id', 'name', 'state', 'webhook_url', 'project_id'],
    };
    this.record = new RecordSerializer(WEBHOOK_FIELDS, {
      column: 'secrets',
      read: (stored: StoredSecrets, scope: Scope) => this.readSecrets(stored, scope),
    });
  }

  private readSecrets(stored: StoredSecrets, scope: Scope): ReadableSecrets {
    const webhook_id = formatId('webhook', stored.webhook_id);
    const secrets = this.tryDecrypt(stored);
    const showKey = () => {
      if (scope.role === 'VIEWER' || secrets === undefined) return maskAccessKey(secrets?.access_key ?? '');
      const { origin } = scope;
      if (origin !== undefined)
        this.audit.record(
          { ...scope, origin: { ...origin, action: 'read_access_key' } },
          'webhook',
          webhook_id,
        );
      return secrets.access_key;
    };
    return {
      showKey,
      showUrl: () => this.urls.format(webhook_id, showKey()),
      options: stored.options,
      secret_options: secrets?.secret_options ?? {},
      settings: { ...DEFAULT_SETTINGS, ...stored.settings },
      signing_secrets: secrets?.signing_secrets ?? [],
      last_error: secrets
        ? stored.last_error
        : 'Its secrets cannot be read: they were encrypted with another key',
    };
  }

  /** Returns `undefined` if the secrets cannot be decrypted: one such webhook must not make a whole list fail. */
  private tryDecrypt({ access_key, secret_options, signing_secrets }: StoredSecrets) {
    const toBytes = (base64: string | null) => (base64 === null ? null : Buffer.from(base64, 'base64'));
    try {
      return {
        access_key: this.encryption.decrypt(Buffer.from(access_key, 'base64')),
        secret_options: this.encryption.decryptJson<PluginOptions>(toBytes(secret_options), {}),
        signing_secrets: this.encryption.decryptJson<readonly string[]>(toBytes(signing_secrets), []),
      };
    } catch {
      return undefined;
    }
  }
}

const URL_PATTERN = /^\/monitoring\/v1\/webhook\/(?<webhook_id>[^/]+)\/(?<access_key>[^/]+)\/events$/;

export class WebhookUrls {
  constructor(private readonly publicUrl: PublicUrl) {}

  format(webhook_id: string, access_key: string): string {
    return `${this.publicUrl.url}/monitoring/v1/webhook/${webhook_id}/${access_key}/events`;
  }

  /** Returns `undefined` if the URL is not a webhook address of this service. */
  parse(url: string): { uuid: string; access_key: string } | undefined {
    const base = this.publicUrl.url;
    if (!url.startsWith(base)) return undefined;
    const { webhook_id = '', access_key = '' } = URL_PATTERN.exec(url.slice(base.length))?.groups ?? {};
    const uuid = tryParseId('webhook', webhook_id);
    return uuid === undefined ? undefined : { uuid, access_key };
  }
}

@QueryHandler(GetWebhook)
export class GetWebhookHandler implements IQueryHandler<GetWebhook> {
  constructor(
    private readonly pool: QueryPool,
    private readonly records: WebhookRecords,
  ) {}

  async execute({ scope, id, only: fields }: GetWebhook): Promise<Partial<WebhookInfo>> {
    const { record } = this.records;
    const { rows } = await getReader(this.pool).query(
      `select ${record.select()} from ${RELATION} r where domain_id = $1 and webhook_id = $2`,
      [scope.domain_id, parseId('webhook', id)],
    );
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The webhook', id);
    return record.pick(row, fields, scope);
  }
}

@QueryHandler(ListWebhooks)
export class ListWebhooksHandler implements IQueryHandler<ListWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ filter, signal, ...request }: ListWebhooks): Promise<RawJson<Page<Partial<WebhookInfo>>>> {
    const { resource, record } = this.records;
    return this.engine.list(resource, { ...request, filter: { ...filter }, record }, signal);
  }
}

@QueryHandler(StatWebhooks)
export class StatWebhooksHandler implements IQueryHandler<StatWebhooks> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly records: WebhookRecords,
  ) {}

  execute({ scope, query, signal }: StatWebhooks): Promise<StatisticsResult> {
    const { resource } = this.records;
    if (query !== undefined) return this.engine.stat(resource, { scope, query }, signal);
    return countByState(this.engine, resource, WEBHOOK_STATES, scope, signal);
  }
}
