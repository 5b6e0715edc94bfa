import type { X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { isObject, type Json } from '#shared/kernel/json.js';
import { Clock } from '#shared/kernel/clock.js';
import {
  isAsync,
  PluginUnavailableError,
  type AnyPlugin,
  type AsyncPlugin,
  type PluginDelivery,
} from '#senders/plugin-api/plugin.js';
import type { ReadSegment } from '../domain/process-batch.js';
import { readBody } from '#senders/body/read-body.js';
import { isRedacted, restoreAccessKey } from '../../intake/domain/redact-access-key.js';
import { readSnsSignature } from '#senders/plugin-api/sns-signature.js';
import { PluginRegistry } from '#senders/registry.js';
import { Outages } from './outages.js';
import { Confirmations } from './ports/confirmations.js';
import { CallFailedError, CallRefusedError, SnsClient } from './ports/sns-client.js';
import { WebhookDirectory, type AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';

const TRIES = 3;
const PAUSE_MS = 500;
/** Milliseconds that a delivery waits for a certificate before it is quarantined. */
const PATIENCE_MS = 30_000;

class CertificateAwayError extends CallFailedError {
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
  private readonly outages = new Outages();

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly calls: SnsClient,
    private readonly confirmations: Confirmations,
    private readonly clock: Clock,
    @Inject(WebhookDirectory) private readonly webhooks: Pick<WebhookDirectory, 'accessKeyOf'>,
  ) {}

  /**
   * Returns the plugin as it runs for this webhook: a delivery that is not authentic becomes an error instead of events, and what
   * the plugin cannot parse is left to `auto`.
   * @param patience milliseconds after which a check that cannot be made becomes an error too. Counted from the first failure of
   * the outage or, if that is later, from the arrival of the delivery.
   */
  checked(
    { webhook_id, settings: { signature } }: Pick<AdmittedWebhook, 'webhook_id' | 'settings'>,
    plugin: AnyPlugin,
    patience = PATIENCE_MS,
  ): AnyPlugin {
    const reader = this.plugins.readerOf(plugin);
    if (signature.scheme !== 'SNS') return reader;
    const parseAsync: AsyncPlugin['parseAsync'] = async (delivery, options) => {
      const refusal = await this.snsRefusalInTime(webhook_id, delivery, signature.required, patience);
      return refusal === undefined
        ? isAsync(reader)
          ? reader.parseAsync(delivery, options)
          : reader.parse(delivery, options)
        : [{ outcome: 'ERROR', pointer: '', reason: `not authentic: ${refusal}` }];
    };
    return Object.assign(Object.create(plugin) as AsyncPlugin, { parseAsync });
  }

  /** As {@link checked}, for stored deliveries. Nothing queues behind them, so they wait for a check without limit. */
  checkedAgain(webhook: Pick<AdmittedWebhook, 'webhook_id' | 'settings'>, plugin: AnyPlugin): AnyPlugin {
    return this.checked(webhook, plugin, Number.POSITIVE_INFINITY);
  }

  /** Returns the plugin for stored deliveries of a webhook; `undefined` if this process does not have it. */
  storedPluginOf(webhook: AdmittedWebhook): AnyPlugin | undefined {
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    return plugin && this.checkedAgain(webhook, plugin);
  }

  /** Returns why SNS did not sign a message; `undefined` if it did. @throws CallFailedError without the certificate */
  async snsRefusal(message: Json, required: boolean): Promise<string | undefined> {
    const claim = readSnsSignature(message);
    if ('refusal' in claim) return claim.unsigned && !required ? undefined : claim.refusal;
    try {
      const certificate = await this.certificate(claim.signature.certificateUrl);
      return claim.signature.isMadeBy(certificate, this.clock.now())
        ? undefined
        : 'the signature of SNS does not match';
    } catch (error) {
      if (error instanceof CallRefusedError) return `the certificate of SNS: ${error.message}`;
      throw error;
    }
  }

  /** The signature covers the access key in the message. If the key was redacted since, it is restored for the check. */
  private async snsRefusalOfStored(
    webhook_id: string,
    message: Json,
    required: boolean,
  ): Promise<string | undefined> {
    const refusal = await this.snsRefusal(message, required);
    if (refusal === undefined || !isObject(message)) return refusal;
    const fields = Object.entries(message);
    if (!fields.some(([, value]) => typeof value === 'string' && isRedacted(value))) return refusal;
    const key = await this.webhooks.accessKeyOf(webhook_id);
    if (key === undefined) return refusal;
    const signed = fields.map(([name, value]) => [
      name,
      typeof value === 'string' ? restoreAccessKey(value, key) : value,
    ]);
    return this.snsRefusal(Object.fromEntries(signed) as Json, required);
  }

  private async certificate(url: string): Promise<X509Certificate> {
    try {
      const found = await this.calls.certificate(url);
      this.outages.ended(url);
      return found;
    } catch (error) {
      if (error instanceof CallRefusedError) this.outages.ended(url);
      if (!(error instanceof CallFailedError)) throw error;
      throw new CertificateAwayError(error, this.outages.failed(url, this.clock.now().getTime()));
    }
  }

  /** Stores the confirmations that these deliveries ask for, before the deliveries count as processed. */
  async noteConfirmations(webhook: AdmittedWebhook, segments: readonly ReadSegment[]): Promise<void> {
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    if (plugin?.confirm === undefined) return;
    for (const { deliveries } of segments) {
      for (const { delivery, alarms } of deliveries) {
        // Only a delivery with a single ignored item can ask for a confirmation. Other bodies are not parsed again.
        if (alarms.length !== 1 || alarms[0]?.kind !== 'ignored') continue;
        const read = readBody(delivery.body, delivery.content_type);
        if (read.ok) await this.noteConfirmation(webhook, plugin, { ...delivery, body: read.body });
      }
    }
  }

  private async noteConfirmation(
    webhook: AdmittedWebhook,
    plugin: AnyPlugin,
    delivery: PluginDelivery,
  ): Promise<void> {
    const asked = confirmationOf(plugin, delivery);
    if (asked === undefined) return;
    const { url, hosts, signed_by } = asked;
    const address = URL.parse(url);
    const allowed =
      address !== null &&
      address.protocol === 'https:' &&
      address.port === '' &&
      address.username + address.password === '' &&
      wholly(hosts, address.hostname);
    if (!allowed) {
      const { webhook_id, domain_id: domain } = webhook;
      this.logger.warn("a delivery asks to confirm at an address that is not the sender's", {
        webhook_id,
        domain,
      });
      return;
    }
    await this.confirmations.ask(webhook, { url, signed_by, message: delivery.body });
  }

  /** @throws PluginUnavailableError while the delivery should wait for the certificate */
  private async snsRefusalInTime(
    webhook_id: string,
    delivery: PluginDelivery,
    required: boolean,
    patience: number,
  ): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.snsRefusalOfStored(webhook_id, delivery.body, required);
      } catch (error) {
        if (!(error instanceof CertificateAwayError)) throw error;
        // Time before the outage does not count: a delivery that waited for a stopped worker has not waited for the certificate.
        const waited = this.clock.now().getTime() - Math.max(delivery.received_at.getTime(), error.since);
        const reason = `the certificate of SNS cannot be fetched: ${error.message}`;
        if (tries >= TRIES && waited >= patience) return reason;
        if (tries >= TRIES) throw new PluginUnavailableError(reason, PAUSE_MS * TRIES);
        await sleep(PAUSE_MS);
      }
    }
  }
}

function confirmationOf(plugin: AnyPlugin, delivery: PluginDelivery) {
  try {
    return plugin.confirm?.(delivery);
  } catch {
    return undefined;
  }
}

function wholly(hosts: RegExp, hostname: string): boolean {
  return new RegExp(`^(?:${hosts.source})$`, hosts.flags.replace(/[gy]/g, '')).test(hostname);
}
