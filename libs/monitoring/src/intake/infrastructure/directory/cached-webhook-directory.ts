import { Injectable, Optional } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { tryParseId, parseId } from '#shared/kernel/ids.js';
import { ExpiryClock } from '#shared/kernel/clock.js';
import { NegativeCache } from '#shared/kernel/negative-cache.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { VersionedCache } from '#shared/platform/change-feed/versioned-cache.js';
import { Encryption } from '#shared/platform/encryption.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { hashAccessKey } from '#shared/kernel/access-key.js';
import { KnownWebhookError } from '../../application/count-refusal.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import {
  AccessKeyUses,
  findMatchingKey,
  type KnownWebhook,
  readAccessKey,
  readWebhooks,
} from './webhook-rows.js';
import { WebhookSnapshot } from './webhook-snapshot.js';

const MAX_DIGESTS = 100_000;
/**
 * Milliseconds without a read of the change feed, which is read twice a second, after which the database is considered
 * unavailable.
 */
const UNAVAILABLE_AFTER_MS = 1_500;

/** Admits webhooks from memory, else from the database and, while that is unavailable, from the snapshot on disk. */
@Injectable()
export class CachedWebhookDirectory extends WebhookDirectory {
  private readonly webhooks: VersionedCache<KnownWebhook>;
  private readonly refusals = new NegativeCache<Error>();
  /** Digests of keys that were valid. Computing a digest takes longer than the rest of the admission. */
  private readonly digests = new Map<string, Buffer>();

  constructor(
    private readonly pool: IngestPool,
    private readonly encryption: Encryption,
    private readonly changes: ChangeFeed,
    private readonly clock: ExpiryClock,
    @Optional() private readonly snapshot?: WebhookSnapshot,
    @Optional() private readonly uses?: AccessKeyUses,
  ) {
    super();
    this.webhooks = new VersionedCache<KnownWebhook>(changes, 'webhook', {
      getRecordId: ({ admitted }) => admitted.uuid,
      read: (webhook_ids) => this.read(webhook_ids),
      overloadMessage: 'Too many unknown webhooks are asked for',
    });
    changes.onChange('webhook', () => this.refusals.clear());
  }

  admit(webhook_id: string, access_key: string): AdmittedWebhook | Promise<AdmittedWebhook> {
    const cachedDigest = this.digests.get(access_key);
    const digest = cachedDigest ?? hashAccessKey(access_key);
    const known = this.webhooks.get(webhook_id);
    if (known === undefined || !isUsable(known) || !this.isSurelyValid(digest, known))
      return this.admitFromDatabase(webhook_id, digest);
    if (cachedDigest === undefined) this.cacheDigest(access_key, digest);
    return known.admitted;
  }

  private cacheDigest(access_key: string, digest: Buffer): void {
    if (this.digests.size === MAX_DIGESTS) this.digests.clear();
    this.digests.set(access_key, digest);
  }

  async load(uuids: readonly string[]): Promise<ReadonlyMap<string, AdmittedWebhook>> {
    return new Map([...(await this.readReadable(uuids))].map(([uuid, { admitted }]) => [uuid, admitted]));
  }

  async loadPresent(uuid: string): Promise<AdmittedWebhook | undefined> {
    const known = (await this.readReadable([uuid])).get(uuid);
    return known?.deleted === false ? known.admitted : undefined;
  }

  private async readReadable(uuids: readonly string[]) {
    const known = await readWebhooks(this.pool, this.encryption, uuids);
    if ([...known.values()].some((webhook) => webhook.hasUnreadableSecrets)) throw unreadableSecretsError();
    return known;
  }

  accessKeyOf(webhook_id: string): Promise<string | undefined> {
    return readAccessKey(this.pool, this.encryption, parseId('webhook', webhook_id));
  }

  private async admitFromDatabase(webhook_id: string, digest: Buffer): Promise<AdmittedWebhook> {
    const cacheKey = `${webhook_id} ${digest.toString('base64')}`;
    const cachedRefusal = this.refusals.find(cacheKey);
    if (cachedRefusal !== undefined) throw cachedRefusal;
    const uuid = tryParseId('webhook', webhook_id);
    if (uuid === undefined) throw notFoundError();
    // While the database is known to be unavailable, the snapshot is asked first, so that the sender does not wait for
    // a timeout.
    const fromSnapshot =
      this.changes.staleForMs() > UNAVAILABLE_AFTER_MS
        ? await this.admitFromSnapshot(uuid, digest)
        : undefined;
    if (fromSnapshot !== undefined) return fromSnapshot;
    const confirmed = await this.webhooks.load(webhook_id).catch(async (error: unknown) => {
      const admitted = await this.admitFromSnapshot(uuid, digest);
      if (admitted === undefined) throw error;
      return admitted;
    });
    if ('webhook_id' in confirmed) return confirmed;
    const decision = await this.decideAdmission(confirmed.value, digest);
    if (!(decision instanceof DomainError)) return decision;
    if (confirmed.isCurrent) this.refusals.add(cacheKey, decision);
    throw decision;
  }

  private async read(webhook_ids: readonly string[]): Promise<ReadonlyMap<string, KnownWebhook>> {
    try {
      const uuids = webhook_ids.map((webhook_id) => parseId('webhook', webhook_id));
      const found = [...(await readWebhooks(this.pool, this.encryption, uuids)).values()];
      return new Map(
        found.filter(({ deleted }) => !deleted).map((known) => [known.admitted.webhook_id, known]),
      );
    } catch (cause) {
      throw DomainError.unavailable('Webhooks cannot be looked up at the moment', 5, cause);
    }
  }

  /** Admits a webhook from the snapshot on disk. Like the memory, the snapshot only admits and never refuses. */
  private async admitFromSnapshot(uuid: string, digest: Buffer): Promise<AdmittedWebhook | undefined> {
    const known = await this.snapshot?.find(uuid);
    return known !== undefined && isUsable(known) && this.isSurelyValid(digest, known, new Date())
      ? known.admitted
      : undefined;
  }

  private async decideAdmission(
    webhook: KnownWebhook | undefined,
    digest: Buffer,
  ): Promise<AdmittedWebhook | DomainError> {
    // A wrong key gets the same answer as an unknown webhook, so that nobody can find out which webhooks exist.
    if (webhook === undefined) return notFoundError();
    const { admitted } = webhook;
    if (!(await this.isKeyValid(digest, webhook)))
      return new KnownWebhookError(notFoundError(), admitted, 'The access key is wrong');
    if (webhook.enabled)
      return webhook.hasUnreadableSecrets
        ? new KnownWebhookError(unreadableSecretsError(), admitted)
        : admitted;
    const disabled = new DomainError('ERROR_WEBHOOK_DISABLED', 'denied', 'This webhook is disabled');
    return new KnownWebhookError(disabled, admitted);
  }

  /**
   * Whether a key is valid as far as is known without asking the database for the time.
   * @param guess the time, if the database has never told it
   */
  private isSurelyValid(digest: Buffer, webhook: KnownWebhook, guess?: Date): boolean {
    const key = findMatchingKey(webhook, digest);
    if (key === undefined || (key.expires_at !== undefined && !this.clock.isAhead(key.expires_at, guess)))
      return false;
    this.uses?.record(key.name, new Date());
    return true;
  }

  /**
   * Also records the use of the key for a disabled webhook: its sender still posts with this key.
   * @throws ERROR_UNAVAILABLE if the time cannot be read that decides
   */
  private async isKeyValid(digest: Buffer, webhook: KnownWebhook): Promise<boolean> {
    const key = findMatchingKey(webhook, digest);
    if (key === undefined || (key.expires_at !== undefined && (await this.hasPassed(key.expires_at))))
      return false;
    this.uses?.record(key.name, new Date());
    return true;
  }

  private async hasPassed(time: Date): Promise<boolean> {
    try {
      return await this.clock.hasPassed(time);
    } catch (cause) {
      throw DomainError.unavailable('Webhooks cannot be looked up at the moment', 5, cause);
    }
  }
}

function isUsable({ enabled, hasUnreadableSecrets }: KnownWebhook): boolean {
  return enabled && !hasUnreadableSecrets;
}

function unreadableSecretsError(): DomainError {
  return DomainError.unavailable('The secrets of this webhook cannot be read');
}

function notFoundError(): DomainError {
  return DomainError.notFound('Webhook');
}
