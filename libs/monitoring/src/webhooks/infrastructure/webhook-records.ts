import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { maskSecrets } from '#senders/plugin-api/secret-options.js';
import { formatId, tryParseId } from '#shared/kernel/ids.js';
import { getTopLevelField } from '#shared/kernel/key-path.js';
import type { PublicUrl } from '#shared/kernel/public-url.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { AuditBuffer } from '#shared/platform/audit/audit-log.js';
import type { Encryption } from '#shared/platform/encryption.js';
import type { VerificationInfo, WebhookInfo } from '../domain/webhook-record.js';
import { maskAccessKey } from '#shared/kernel/access-key.js';
import { maskSignature } from '../domain/signature-settings.js';
import { DEFAULT_SETTINGS } from '../domain/webhook-settings.js';
import type { Webhook } from '../domain/webhook.js';

/** A row as the driver returns it: bigints as text, secrets encrypted. */
export interface WebhookRow extends Omit<Webhook, 'secret_options' | 'signing_secrets' | 'access_key'> {
  readonly secret_options: Buffer | null;
  readonly signing_secrets: Buffer | null;
  readonly access_key: Buffer;
  readonly access_key_last_used_at: Date | null;
  /** Its times are text. */
  readonly previous_access_key: WebhookInfo['previous_access_key'];
  readonly last_received_at: Date | null;
  readonly received_count: string;
  readonly failed_count: string;
  readonly unkept_count: string;
  readonly fallback_count: string;
  readonly last_fallback_at: Date | null;
  readonly last_fallback_reason: string | null;
  readonly refused_count: string;
  /** Its times are text. */
  readonly refused: WebhookInfo['health']['refused'];
  readonly last_error: string | null;
  /** Deliveries accepted and not yet processed. `newest` is a time as text. */
  readonly pending: { readonly backlog: number; readonly newest: string | null; readonly lag_ms: number };
  readonly verification: VerificationRow | null;
  readonly upgrade: WebhookInfo['health']['upgrade'];
}

/** The fields that contain the access key. */
const KEY_FIELDS: readonly string[] = ['access_key', 'webhook_url'] satisfies (keyof WebhookInfo)[];

export class WebhookRecords {
  constructor(
    private readonly encryption: Encryption,
    readonly urls: WebhookUrls,
    private readonly audit: Pick<AuditBuffer, 'record'>,
  ) {}

  /**
   * Returns the record for a caller who reads it. If the caller gets the access key, the audit log says so.
   * @param keys the keys of the fields that the caller gets; without keys, all
   */
  toReadInfo(row: WebhookRow, scope: Scope, keys: readonly string[] = []): WebhookInfo {
    const info = this.toInfo(row, scope);
    const hasKey = keys.length === 0 || keys.some((key) => KEY_FIELDS.includes(getTopLevelField(key)));
    if (hasKey && scope.role !== 'VIEWER' && scope.origin !== undefined) {
      const origin = { ...scope.origin, action: 'read_access_key' };
      this.audit.record({ ...scope, origin }, 'webhook', info.webhook_id);
    }
    return info;
  }

  toInfo(row: WebhookRow, { role }: Scope): WebhookInfo {
    const webhook_id = formatId('webhook', row.webhook_id);
    const settings = { ...DEFAULT_SETTINGS, ...row.settings };
    const secrets = this.tryDecryptSecrets(row);
    const access_key =
      !secrets || role === 'VIEWER' ? maskAccessKey(secrets?.access_key ?? '') : secrets.access_key;
    return {
      webhook_id,
      name: row.name,
      state: row.state,
      access_key,
      access_key_last_used_at: row.access_key_last_used_at?.toISOString() ?? null,
      previous_access_key: row.previous_access_key && {
        expires_at: new Date(row.previous_access_key.expires_at).toISOString(),
        last_used_at:
          row.previous_access_key.last_used_at &&
          new Date(row.previous_access_key.last_used_at).toISOString(),
      },
      webhook_url: this.urls.format(webhook_id, access_key),
      version: row.plugin_version,
      plugin_info: {
        plugin_id: row.plugin_id,
        version: row.plugin_version,
        upgrade_mode: row.upgrade_mode,
        options: maskSecrets({
          options: row.options,
          secret_options: secrets?.secret_options ?? {},
        }),
      },
      tags: row.tags,
      settings: {
        ...settings,
        signature: maskSignature(settings.signature, secrets?.signing_secrets ?? []),
      },
      health: {
        last_received_at: latestOf(row.last_received_at, row.pending.newest)?.toISOString() ?? null,
        received_count: Number(row.received_count) + row.pending.backlog,
        failed_count: Number(row.failed_count),
        unkept_count: Number(row.unkept_count),
        fallback_count: Number(row.fallback_count),
        last_fallback: row.last_fallback_at && {
          at: row.last_fallback_at.toISOString(),
          reason: row.last_fallback_reason ?? '',
        },
        refused_count: Number(row.refused_count),
        refused: row.refused.map(({ status, count, last_at, last_reason }) => ({
          status,
          count,
          last_at: new Date(last_at).toISOString(),
          last_reason,
        })),
        backlog: row.pending.backlog,
        lag_ms: row.pending.lag_ms,
        last_error: secrets
          ? row.last_error
          : 'Its secrets cannot be read: they were encrypted with another key',
        upgrade: row.upgrade && {
          version: row.upgrade.version,
          reason: row.upgrade.reason,
          checked_at: new Date(row.upgrade.checked_at).toISOString(),
        },
      },
      verification: row.verification && verificationInfo(row.verification),
      managed_by: row.managed_by,
      project_id: row.project_id,
      domain_id: row.domain_id,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }

  /** Returns `undefined` if the secrets cannot be decrypted: one such webhook must not make a whole list fail. */
  private tryDecryptSecrets(row: WebhookRow) {
    try {
      return {
        access_key: this.encryption.decrypt(row.access_key),
        secret_options: this.encryption.decryptJson<PluginOptions>(row.secret_options, {}),
        signing_secrets: this.encryption.decryptJson<readonly string[]>(row.signing_secrets, []),
      };
    } catch {
      return undefined;
    }
  }
}

function latestOf(processed: Date | null, newest: string | null): Date | null {
  const pending = newest === null ? null : new Date(newest);
  return pending !== null && (processed === null || pending > processed) ? pending : processed;
}

/** A row as the driver or `to_json` returns it. */
export type VerificationRow = Omit<VerificationInfo, 'started_at' | 'finished_at'> & {
  readonly started_at: string | Date | null;
  readonly finished_at: string | Date | null;
};

export function verificationInfo(row: VerificationRow): VerificationInfo {
  return {
    verification_id: formatId('verification', row.verification_id),
    state: row.state,
    version: row.version,
    checks: row.checks,
    started_at: row.started_at && new Date(row.started_at).toISOString(),
    finished_at: row.finished_at && new Date(row.finished_at).toISOString(),
  };
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
