import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import {
  StoredDeliveries,
  type StoredDelivery,
  type StoredEvent,
} from '../src/processing/application/ports/stored-deliveries.js';
import {
  VerificationQueue,
  VerificationRepository,
} from '../src/webhooks/application/ports/verification-repository.js';
import { WebhookRepository } from '../src/webhooks/application/ports/webhook-repository.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';
import type { Verification, VerifiedWebhook } from '../src/webhooks/domain/verification.js';
import { Webhook, type NewWebhook } from '../src/webhooks/domain/webhook.js';
import { PluginRegistry } from '#senders/registry.js';

export const NOW = new Date('2026-11-20T10:00:00.000Z');

export class FixedClock extends Clock {
  constructor(public time = NOW) {
    super();
  }

  now(): Date {
    return this.time;
  }
}

export const scopeIn = (domain_id: string, role: Scope['role'] = 'ADMIN'): Scope => ({
  domain_id,
  user_id: 'user-1',
  role,
  root: false,
});

/** A plugin with an optional `channel` and a secret `token`. Version 2 requires the token. */
export function samplePlugin(version: string, changes: Partial<Plugin> = {}): Plugin {
  return {
    plugin_id: 'sample',
    version,
    name: 'Sample',
    provider: 'sample',
    docs: '',
    optionsSchema: {
      type: 'object',
      properties: { channel: { type: 'string' }, token: { type: 'string', writeOnly: true } },
      required: version.startsWith('2') ? ['token'] : [],
      additionalProperties: false,
    },
    samples: [{ name: 'quiet', body: '{}', expect: [{ outcome: 'IGNORED' }] }],
    parse: () => [],
    ...changes,
  };
}

export const sampleRegistry = () => new PluginRegistry([samplePlugin('1.0.0'), samplePlugin('1.1.0')]);

export function aWebhook(changes: Partial<NewWebhook> = {}): Webhook {
  const plugin = { version: '1.1.0', upgrade_mode: 'AUTO', options: {}, secret_options: {} } as const;
  return Webhook.create(
    { domain_id: 'd1', project_id: 'p1', name: 'one', plugin_id: 'sample', plugin, ...changes },
    NOW,
  );
}

export class FakeWebhooks extends WebhookRepository {
  readonly all: Webhook[] = [];
  writes = 0;

  async add(_: Scope, webhook: Webhook): Promise<void> {
    this.all.push(webhook);
    this.writes += 1;
  }

  changeState(scope: Scope, webhook_id: string, change: (webhook: Webhook) => boolean): Promise<void> {
    return this.change(scope, webhook_id, change);
  }

  async change(scope: Scope, webhook_id: string, change: (webhook: Webhook) => boolean): Promise<void> {
    if (change(this.find(scope, webhook_id))) this.writes += 1;
  }

  find(scope: Scope, webhook_id: string): Webhook {
    const webhook = this.all.find(
      (each) =>
        each.webhook_id === webhook_id && each.domain_id === scope.domain_id && each.deleted_at === null,
    );
    if (webhook === undefined) throw DomainError.notFound('The webhook');
    return webhook;
  }
}

export class FakeVerifications extends VerificationRepository {
  readonly all: Verification[] = [];
  overdue: string[] = [];

  constructor(private readonly webhooks: FakeWebhooks) {
    super();
  }

  async add(
    scope: Scope,
    webhook_id: string,
    request: (webhook: VerifiedWebhook) => Verification,
  ): Promise<Verification> {
    const verification = request(this.webhooks.find(scope, webhook_id));
    this.all.push(verification);
    return verification;
  }

  async begin(verification_id: string): Promise<Verification | undefined> {
    const verification = this.all.find((each) => each.verification_id === verification_id);
    if (verification?.state !== 'PENDING') return undefined;
    verification.attempts += 1;
    return verification;
  }

  async findWebhook({ webhook_id }: Verification): Promise<Webhook> {
    const webhook = this.webhooks.all.find((each) => each.webhook_id === webhook_id);
    if (webhook === undefined) throw new Error('the row is gone');
    return webhook;
  }

  async renew(): Promise<void> {}

  async pause(verification: Verification): Promise<void> {
    verification.paused = true;
  }

  async finish(): Promise<void> {}

  async findNext(domain_id: string): Promise<string | undefined> {
    const next = this.all.find((each) => each.domain_id === domain_id && each.state === 'PENDING');
    return next?.verification_id;
  }

  async claimOverdue(limit: number): Promise<readonly string[]> {
    return this.overdue.splice(0, limit);
  }
}

export class FakeVerificationQueue extends VerificationQueue {
  readonly woken: string[] = [];

  async wake(verification_id: string): Promise<void> {
    this.woken.push(verification_id);
  }
}

/** The earlier deliveries of a webhook; none by default. */
export class FakeStoredDeliveries extends StoredDeliveries {
  deliveries: readonly StoredDelivery[] = [];
  readonly stored = new Map<string, StoredEvent>();

  async findRecent(
    _domain_id: string,
    _webhook_id: string,
    limit: number,
  ): Promise<readonly StoredDelivery[]> {
    return this.deliveries.slice(0, limit);
  }

  async findEvents(): Promise<ReadonlyMap<string, StoredEvent>> {
    return this.stored;
  }
}
