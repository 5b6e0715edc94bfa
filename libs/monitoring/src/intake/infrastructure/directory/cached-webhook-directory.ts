import { Inject, Injectable, Optional } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, tryUuidOf, uuidOf } from '#shared/kernel/ids.js';
import { NegativeCache } from '#shared/kernel/negative-cache.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { Encryption } from '#shared/platform/encryption.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { digestOf } from '../../../webhooks/domain/access-key.js';
import { WebhookSnapshot } from './webhook-snapshot.js';
import { opens } from './known-webhook.js';
import { readAccessKey, readWebhooks } from './read-webhooks.js';
import { WebhookLookup, type Confirmed } from './webhook-lookup.js';
import { WebhookMemory } from './webhook-memory.js';

const CAPACITY = 100_000;
/** Milliseconds without a reading of the changes, of which there are two a second. */
const AWAY_AFTER = 1_500;

@Injectable()
export class CachedWebhookDirectory extends WebhookDirectory {
  private readonly memory = new WebhookMemory(CAPACITY);
  private readonly refusals = new NegativeCache<Error>();
  private readonly lookup: WebhookLookup;
  /** Of keys that opened something: making a digest takes longer than all the rest of letting a delivery in. */
  private readonly digests = new Map<string, Buffer>();

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(Encryption) private readonly encryption: Encryption,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
    @Optional() @Inject(WebhookSnapshot) private readonly kept?: WebhookSnapshot,
  ) {
    super();
    const read = (uuids: readonly string[]) => readWebhooks(pool, encryption, uuids);
    this.lookup = new WebhookLookup(this.memory, read, toTypeId);
    changes.onChange('webhook', (uuids) => {
      this.memory.drop(uuids === 'everything' ? uuids : uuids.map(toTypeId));
      this.refusals.clear();
    });
  }

  admit(webhook_id: string, access_key: string): AdmittedWebhook | Promise<AdmittedWebhook> {
    const kept = this.digests.get(access_key);
    const digest = kept ?? digestOf(access_key);
    const known = this.memory.get(webhook_id);
    if (known === undefined || !known.enabled || !opens(known, digest))
      return this.confirm(webhook_id, digest);
    if (kept === undefined) this.keep(access_key, digest);
    return known.admitted;
  }

  private keep(access_key: string, digest: Buffer): void {
    if (this.digests.size === CAPACITY) this.digests.clear();
    this.digests.set(access_key, digest);
  }

  async load(uuids: readonly string[]): Promise<ReadonlyMap<string, AdmittedWebhook>> {
    const known = await readWebhooks(this.pool, this.encryption, uuids);
    if ([...known.values()].some((webhook) => webhook.unreadable)) throw unreadable();
    return new Map([...known].map(([uuid, { admitted }]) => [uuid, admitted]));
  }

  accessKeyOf(webhook_id: string): Promise<string | undefined> {
    return readAccessKey(this.pool, this.encryption, uuidOf('webhook', webhook_id));
  }

  private async confirm(webhook_id: string, digest: Buffer): Promise<AdmittedWebhook> {
    const asked = `${webhook_id} ${digest.toString('base64')}`;
    const refused = this.refusals.find(asked);
    if (refused !== undefined) throw refused;
    const uuid = tryUuidOf('webhook', webhook_id);
    if (uuid === undefined) throw notFound();
    // While it is known that the database does not answer, nobody has to wait for that.
    const away = this.changes.staleForMs() > AWAY_AFTER ? await this.admitKept(uuid, digest) : undefined;
    if (away !== undefined) return away;
    const confirmed = await this.lookup.confirm(uuid).catch(async (error: unknown) => {
      const admitted = await this.admitKept(uuid, digest);
      if (admitted === undefined) throw error;
      return admitted;
    });
    if ('webhook_id' in confirmed) return confirmed;
    const answer = judge(confirmed, digest);
    if (!(answer instanceof DomainError)) return answer;
    if (confirmed.current) this.refusals.add(asked, answer);
    throw answer;
  }

  /** The table on disk, like memory, only ever accepts. */
  private async admitKept(uuid: string, digest: Buffer): Promise<AdmittedWebhook | undefined> {
    const known = await this.kept?.find(uuid);
    return known?.enabled && !known.unreadable && opens(known, digest) ? known.admitted : undefined;
  }
}

function judge({ webhook }: Confirmed, digest: Buffer): AdmittedWebhook | DomainError {
  // A wrong key is answered like an unknown webhook, so that nobody can find out which exist.
  if (webhook === undefined || !opens(webhook, digest)) return notFound();
  if (webhook.enabled) return webhook.unreadable ? unreadable() : webhook.admitted;
  return new DomainError('ERROR_WEBHOOK_DISABLED', 'denied', 'This webhook is disabled');
}

function unreadable(): DomainError {
  return DomainError.unavailable('The secrets of this webhook cannot be read');
}

function notFound(): DomainError {
  return DomainError.notFound('Webhook');
}

function toTypeId(uuid: string): string {
  return formatId('webhook', uuid);
}
