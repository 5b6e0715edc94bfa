import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, tryUuidOf } from '#shared/kernel/ids.js';
import { ChangeFeed } from '#shared/platform/change-feed/change-feed.js';
import { Encryption } from '#shared/platform/encryption.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { digestOf } from '../../domain/access-key.js';
import { opens } from './known-webhook.js';
import { readWebhooks } from './read-webhooks.js';
import { Refusals } from './refusals.js';
import { WebhookLookup, type Confirmed } from './webhook-lookup.js';
import { WebhookMemory } from './webhook-memory.js';

const CAPACITY = 100_000;

@Injectable()
export class CachedWebhookDirectory extends WebhookDirectory {
  private readonly memory = new WebhookMemory(CAPACITY);
  private readonly refusals = new Refusals();
  private readonly lookup: WebhookLookup;

  constructor(
    @Inject(IngestPool) private readonly pool: IngestPool,
    @Inject(Encryption) private readonly encryption: Encryption,
    @Inject(ChangeFeed) changes: ChangeFeed,
  ) {
    super();
    const read = (uuids: readonly string[]) => readWebhooks(pool, encryption, uuids);
    this.lookup = new WebhookLookup(this.memory, read, toTypeId);
    changes.onChange('webhook', (uuids) => {
      this.memory.drop(uuids === 'everything' ? uuids : uuids.map(toTypeId));
      this.refusals.forgetAll();
    });
  }

  admit(webhook_id: string, access_key: string): AdmittedWebhook | Promise<AdmittedWebhook> {
    const digest = digestOf(access_key);
    const known = this.memory.get(webhook_id);
    return known?.enabled && opens(known, digest) ? known.admitted : this.confirm(webhook_id, digest);
  }

  async load(uuids: readonly string[]): Promise<ReadonlyMap<string, AdmittedWebhook>> {
    const known = await readWebhooks(this.pool, this.encryption, uuids);
    return new Map([...known].map(([uuid, { admitted }]) => [uuid, admitted]));
  }

  private async confirm(webhook_id: string, digest: Buffer): Promise<AdmittedWebhook> {
    const asked = `${webhook_id} ${digest.toString('base64')}`;
    const refused = this.refusals.find(asked);
    if (refused !== undefined) throw refused;
    const uuid = tryUuidOf('webhook', webhook_id);
    if (uuid === undefined) throw notFound();
    const confirmed = await this.lookup.confirm(uuid);
    const answer = judge(confirmed, digest);
    if (!(answer instanceof DomainError)) return answer;
    if (confirmed.current) this.refusals.remember(asked, answer);
    throw answer;
  }
}

function judge({ webhook }: Confirmed, digest: Buffer): AdmittedWebhook | DomainError {
  // A wrong key is answered like an unknown webhook, so that nobody can find out which exist.
  if (webhook === undefined || !opens(webhook, digest)) return notFound();
  if (webhook.enabled) return webhook.admitted;
  return new DomainError('ERROR_WEBHOOK_DISABLED', 'denied', 'This webhook is disabled');
}

function notFound(): DomainError {
  return DomainError.notFound('Webhook');
}

function toTypeId(uuid: string): string {
  return formatId('webhook', uuid);
}
