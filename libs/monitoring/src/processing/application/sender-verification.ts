import type { X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { parseDeliveryBody } from '#senders/body/parse-delivery-body.js';
import {
  isAsync,
  type AnyPlugin,
  type AsyncPlugin,
  type PluginDelivery,
} from '#senders/plugin-api/plugin.js';
import { PluginUnavailableError } from '#senders/plugin-api/plugin-unavailable.js';
import { parseSnsSignature } from '#senders/plugin-api/sns-signature.js';
import { PluginRegistry } from '#senders/registry.js';
import { Clock } from '#shared/kernel/clock.js';
import { isObject, type Json } from '#shared/kernel/json.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import { isRedacted, restoreAccessKey } from '../../intake/domain/redact-access-key.js';
import type { ParsedSegment } from '../domain/process-batch.js';
import { Confirmations } from './ports/confirmations.js';

/** Calls hosts of senders. Never connects to private, link-local or metadata addresses, and never follows a redirect. */
export abstract class SnsClient {
  /** Fetches a certificate, or returns it from the cache. @throws CallRefusedError, CallFailedError */
  abstract fetchCertificate(url: string): Promise<X509Certificate>;

  /** Sends a GET request and ignores the body of the response. @throws CallRefusedError, CallFailedError */
  abstract get(url: string): Promise<void>;
}

/** The host refused the call, or the call is not allowed. A retry is useless. */
export class CallRefusedError extends Error {}

/** The host is unreachable or cannot answer now. A retry may succeed. */
export class CallFailedError extends Error {}

/** Milliseconds without a failure after which the next failure starts a new outage. */
const OUTAGE_GAP_MS = 600_000;
const MAX_OUTAGES = 1_000;

/** Milliseconds since 1970. */
interface Outage {
  readonly since: number;
  readonly lastFailureAt: number;
}

class OutageTracker {
  private readonly outages = new Map<string, Outage>();

  /** Records a failure. @returns the time of the first failure of this outage */
  recordFailure(key: string, now: number): number {
    const outage = this.outages.get(key);
    const since = outage !== undefined && now - outage.lastFailureAt < OUTAGE_GAP_MS ? outage.since : now;
    if (outage === undefined && this.outages.size >= MAX_OUTAGES) this.outages.clear();
    this.outages.set(key, { since, lastFailureAt: now });
    return since;
  }

  recordRecovery(key: string): void {
    this.outages.delete(key);
  }
}

const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 500;
/** Milliseconds that a delivery waits for a certificate before it is quarantined. */
const MAX_WAIT_MS = 30_000;

class CertificateUnavailableError extends CallFailedError {
  constructor(
    cause: CallFailedError,
    readonly since: number,
  ) {
    super(cause.message, { cause });
  }
}

@Injectable()
export class SenderVerification {
  private readonly logger = new Logger('SenderVerification');
  /** By URL of the certificate. */
  private readonly outages = new OutageTracker();

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly snsClient: SnsClient,
    private readonly confirmations: Confirmations,
    private readonly clock: Clock,
    @Inject(WebhookDirectory) private readonly webhooks: Pick<WebhookDirectory, 'accessKeyOf'>,
  ) {}

  /**
   * Returns the plugin as it runs for this webhook: a delivery that is not authentic becomes an error instead of events, and what
   * the plugin cannot parse is left to `auto`.
   * @param maxWaitMs milliseconds after which a check that cannot be made becomes an error too. Counted from the first failure of
   * the outage or, if that is later, from the arrival of the delivery.
   */
  wrapPlugin(
    { webhook_id, settings: { signature } }: Pick<AdmittedWebhook, 'webhook_id' | 'settings'>,
    plugin: AnyPlugin,
    maxWaitMs = MAX_WAIT_MS,
  ): AnyPlugin {
    const parser = this.plugins.wrapWithFallback(plugin);
    if (signature.scheme !== 'SNS') return parser;
    const parseAsync: AsyncPlugin['parseAsync'] = async (delivery, options, use) => {
      const refusal = await this.findSnsRefusalWithRetry(webhook_id, delivery, signature.required, maxWaitMs);
      return refusal === undefined
        ? isAsync(parser)
          ? parser.parseAsync(delivery, options, use)
          : parser.parse(delivery, options)
        : [{ outcome: 'ERROR', pointer: '', reason: `not authentic: ${refusal}` }];
    };
    return Object.assign(Object.create(plugin) as AsyncPlugin, { parseAsync });
  }

  /** As {@link wrapPlugin}, for stored deliveries. Nothing queues behind them, so they wait for a check without limit. */
  wrapPluginForStored(
    webhook: Pick<AdmittedWebhook, 'webhook_id' | 'settings'>,
    plugin: AnyPlugin,
  ): AnyPlugin {
    return this.wrapPlugin(webhook, plugin, Number.POSITIVE_INFINITY);
  }

  /** Returns the plugin for stored deliveries of a webhook; `undefined` if this process does not have it. */
  findPluginForStored(webhook: AdmittedWebhook): AnyPlugin | undefined {
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    return plugin && this.wrapPluginForStored(webhook, plugin);
  }

  /** Returns why SNS did not sign a message; `undefined` if it did. @throws CallFailedError without the certificate */
  async findSnsRefusal(message: Json, required: boolean): Promise<string | undefined> {
    const claim = parseSnsSignature(message);
    if ('refusal' in claim) return claim.unsigned && !required ? undefined : claim.refusal;
    try {
      const certificate = await this.fetchCertificate(claim.signature.certificateUrl);
      return claim.signature.isSignedBy(certificate, this.clock.now())
        ? undefined
        : 'the signature of SNS does not match';
    } catch (error) {
      if (error instanceof CallRefusedError) return `the certificate of SNS: ${error.message}`;
      throw error;
    }
  }

  /** The signature covers the access key in the message. If the key was redacted since, it is restored for the check. */
  private async findStoredSnsRefusal(
    webhook_id: string,
    message: Json,
    required: boolean,
  ): Promise<string | undefined> {
    const refusal = await this.findSnsRefusal(message, required);
    if (refusal === undefined || !isObject(message)) return refusal;
    const fields = Object.entries(message);
    if (!fields.some(([, value]) => typeof value === 'string' && isRedacted(value))) return refusal;
    const key = await this.webhooks.accessKeyOf(webhook_id);
    if (key === undefined) return refusal;
    const restored = fields.map(([name, value]) => [
      name,
      typeof value === 'string' ? restoreAccessKey(value, key) : value,
    ]);
    return this.findSnsRefusal(Object.fromEntries(restored) as Json, required);
  }

  private async fetchCertificate(url: string): Promise<X509Certificate> {
    try {
      const found = await this.snsClient.fetchCertificate(url);
      this.outages.recordRecovery(url);
      return found;
    } catch (error) {
      if (error instanceof CallRefusedError) this.outages.recordRecovery(url);
      if (!(error instanceof CallFailedError)) throw error;
      throw new CertificateUnavailableError(
        error,
        this.outages.recordFailure(url, this.clock.now().getTime()),
      );
    }
  }

  /** Stores the confirmations that these deliveries ask for, before the deliveries count as processed. */
  async requestConfirmations(webhook: AdmittedWebhook, segments: readonly ParsedSegment[]): Promise<void> {
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    if (plugin?.confirm === undefined) return;
    for (const { deliveries } of segments) {
      for (const { delivery, alarms } of deliveries) {
        // Only a delivery with a single ignored item can ask for a confirmation. Other bodies are not parsed again.
        if (alarms.length !== 1 || alarms[0]?.kind !== 'ignored') continue;
        const read = parseDeliveryBody(delivery.body, delivery.content_type);
        if (read.ok) await this.requestConfirmation(webhook, plugin, { ...delivery, body: read.body });
      }
    }
  }

  private async requestConfirmation(
    webhook: AdmittedWebhook,
    plugin: AnyPlugin,
    delivery: PluginDelivery,
  ): Promise<void> {
    const confirmation = parseConfirmation(plugin, delivery);
    if (confirmation === undefined) return;
    const { url, hosts, signed_by } = confirmation;
    const parsedUrl = URL.parse(url);
    const allowed =
      parsedUrl !== null &&
      parsedUrl.protocol === 'https:' &&
      parsedUrl.port === '' &&
      parsedUrl.username + parsedUrl.password === '' &&
      isFullMatch(hosts, parsedUrl.hostname);
    if (!allowed) {
      const { webhook_id, domain_id: domain } = webhook;
      this.logger.warn("a delivery asks to confirm at an address that is not the sender's", {
        webhook_id,
        domain,
      });
      return;
    }
    await this.confirmations.enqueue(webhook, { url, signed_by, message: delivery.body });
  }

  /** @throws PluginUnavailableError while the delivery should wait for the certificate */
  private async findSnsRefusalWithRetry(
    webhook_id: string,
    delivery: PluginDelivery,
    required: boolean,
    maxWaitMs: number,
  ): Promise<string | undefined> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.findStoredSnsRefusal(webhook_id, delivery.body, required);
      } catch (error) {
        if (!(error instanceof CertificateUnavailableError)) throw error;
        // Time before the outage does not count: a delivery that waited for a stopped worker has not waited for the certificate.
        const waitedMs = this.clock.now().getTime() - Math.max(delivery.received_at.getTime(), error.since);
        const reason = `the certificate of SNS cannot be fetched: ${error.message}`;
        if (attempts >= MAX_ATTEMPTS && waitedMs >= maxWaitMs) return reason;
        if (attempts >= MAX_ATTEMPTS) throw new PluginUnavailableError(reason, RETRY_DELAY_MS * MAX_ATTEMPTS);
        await sleep(RETRY_DELAY_MS);
      }
    }
  }
}

function parseConfirmation(plugin: AnyPlugin, delivery: PluginDelivery) {
  try {
    return plugin.confirm?.(delivery);
  } catch {
    return undefined;
  }
}

function isFullMatch(hosts: RegExp, hostname: string): boolean {
  return new RegExp(`^(?:${hosts.source})$`, hosts.flags.replace(/[gy]/g, '')).test(hostname);
}
