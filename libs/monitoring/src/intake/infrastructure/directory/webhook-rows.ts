import { timingSafeEqual } from 'node:crypto';
import { Logger, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { formatId } from '#shared/kernel/ids.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import type { Encryption } from '#shared/platform/encryption.js';
import { DEFAULT_SETTINGS } from '../../../webhooks/domain/webhook-settings.js';
import type { Webhook } from '../../../webhooks/domain/webhook.js';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { LastUseRecorder } from '#shared/platform/persistence/last-use-recorder.js';

export interface WebhookRow extends Pick<
  Webhook,
  | 'webhook_id'
  | 'domain_id'
  | 'project_id'
  | 'name'
  | 'state'
  | 'plugin_id'
  | 'plugin_version'
  | 'options'
  | 'settings'
  | 'access_key_digest'
  | 'previous_access_key_digest'
  | 'previous_access_key_expires_at'
  | 'deleted_at'
> {
  readonly secret_options: Buffer | null;
  readonly signing_secrets: Buffer | null;
}

export const WEBHOOK_COLUMNS = `
  webhook_id, domain_id, project_id, name, state, plugin_id, plugin_version, options, secret_options, settings,
  signing_secrets, access_key_digest, previous_access_key_digest, previous_access_key_expires_at, deleted_at`;

const logger = new Logger('WebhookDirectory');

/** A sender must not wait long while the database does not answer. */
const TIMEOUT_MS = 2_000;

/** Reads webhooks by uuid. Deleted ones are included as not enabled. */
export async function readWebhooks(
  pool: Pool,
  encryption: Encryption,
  uuids: readonly string[],
): Promise<Map<string, KnownWebhook & { readonly deleted: boolean }>> {
  const { rows } = await pool.query<WebhookRow>({
    text: `select ${WEBHOOK_COLUMNS} from webhook where webhook_id = any($1)`,
    values: [uuids],
    query_timeout: TIMEOUT_MS,
  } as { text: string; values: unknown[] });
  return new Map(rows.map((row) => [row.webhook_id, toKnownWebhook(row, encryption)]));
}

export async function readAccessKey(
  pool: Pool,
  encryption: Encryption,
  uuid: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ access_key: Buffer }>({
    text: 'select access_key from webhook where webhook_id = $1',
    values: [uuid],
    query_timeout: TIMEOUT_MS,
  } as { text: string; values: unknown[] });
  const [row] = rows;
  return row && encryption.decrypt(row.access_key);
}

export function toKnownWebhook(
  row: WebhookRow,
  encryption: Encryption,
): KnownWebhook & { readonly deleted: boolean } {
  const {
    webhook_id: uuid,
    previous_access_key_digest: previous,
    previous_access_key_expires_at: expires,
  } = row;
  const secrets = decryptWebhookSecrets(row, encryption);
  return {
    admitted: {
      webhook_id: formatId('webhook', uuid),
      uuid,
      domain_id: row.domain_id,
      project_id: row.project_id,
      name: row.name,
      plugin_id: row.plugin_id,
      plugin_version: row.plugin_version,
      options: { ...row.options, ...secrets?.options },
      settings: { ...DEFAULT_SETTINGS, ...row.settings },
      signing_secrets: secrets?.signing_secrets ?? [],
    },
    enabled: row.state === 'ENABLED' && row.deleted_at === null,
    deleted: row.deleted_at !== null,
    hasUnreadableSecrets: secrets === undefined,
    key: toKnownKey(uuid, row.access_key_digest),
    previous: previous && expires && { ...toKnownKey(uuid, previous), expires_at: expires },
  };
}

function toKnownKey(uuid: string, digest: Buffer): KnownKey {
  return { digest, name: formatKeyName(uuid, digest) };
}

/** Decrypts the secrets; `undefined` if that fails. One such webhook must not fail the others of the same read. */
function decryptWebhookSecrets(
  { webhook_id: uuid, domain_id: domain, secret_options, signing_secrets }: WebhookRow,
  encryption: Encryption,
) {
  try {
    return {
      options: encryption.decryptJson<PluginOptions>(secret_options, {}),
      signing_secrets: encryption.decryptJson<readonly string[]>(signing_secrets, []),
    };
  } catch (error) {
    const webhook_id = formatId('webhook', uuid);
    logger.error(getLogMessage(error), { webhook_id, domain });
    return undefined;
  }
}

interface KnownKey {
  readonly digest: Buffer;
  /** The name under which its use is recorded. Built once, because every delivery records a use. */
  readonly name: string;
}

export interface KnownWebhook {
  readonly admitted: AdmittedWebhook;
  readonly enabled: boolean;
  /**
   * Whether its secrets cannot be decrypted because their encryption key is not configured. The webhook then accepts
   * nothing.
   */
  readonly hasUnreadableSecrets: boolean;
  readonly key: KnownKey;
  /** The previous key, while its grace period lasts. */
  readonly previous: (KnownKey & { readonly expires_at: Date }) | null;
}

/** Returns the key of the webhook that matches the given digest. The previous one ends at its `expires_at`. */
export function findMatchingKey(
  { key, previous }: KnownWebhook,
  digest: Buffer,
): (KnownKey & { readonly expires_at?: Date }) | undefined {
  if (timingSafeEqual(key.digest, digest)) return key;
  return previous !== null && timingSafeEqual(previous.digest, digest) ? previous : undefined;
}

/** Milliseconds. The pool is shared with accepting. */
const USE_TIMEOUT_MS = 5_000;
const UUID_LENGTH = 36;

/** The name under which uses of an access key are recorded. */
export const formatKeyName = (webhook_uuid: string, digest: Buffer) => webhook_uuid + digest.toString('hex');

/** Records when the access keys of webhooks were last used. */
@Injectable()
export class AccessKeyUses extends LastUseRecorder {
  constructor(private readonly pool: IngestPool) {
    super();
  }

  /**
   * Stores the times of keys that the webhook still has. A key that was replaced or deleted meanwhile leaves no row. No time is stored
   * that is still to come by the clock of the database: it would keep all later ones out.
   */
  protected store(names: readonly string[], times: readonly Date[]): Promise<unknown> {
    return this.pool.query({
      name: 'note uses of access keys',
      query_timeout: USE_TIMEOUT_MS,
      // Sorted, because all processes write the same rows and would otherwise deadlock.
      text: `
        insert into access_key_use as stored (domain_id, webhook_id, access_key_digest, last_used_at)
        select domain_id, webhook_id, digest, at
        from (select webhook_id, decode(hex, 'hex') as digest, least(at, clock_timestamp()) as at
          from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as given (webhook_id, hex, at)) as used
        join webhook using (webhook_id)
        where digest in (access_key_digest, previous_access_key_digest)
        order by domain_id, webhook_id, digest
        on conflict (domain_id, webhook_id, access_key_digest) do update set last_used_at = excluded.last_used_at
        where stored.last_used_at < excluded.last_used_at or stored.last_used_at > clock_timestamp()`,
      values: [
        names.map((name) => name.slice(0, UUID_LENGTH)),
        names.map((name) => name.slice(UUID_LENGTH)),
        times,
      ],
    });
  }
}
