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
/** Milliseconds a delivery waits for a certificate; after that it is kept in the quarantine, with the reason. */
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
  /** By the address of the certificate. */
  private readonly outages = new Outages();

  constructor(
    private readonly plugins: PluginRegistry,
    private readonly calls: SnsClient,
    private readonly confirmations: Confirmations,
    private readonly clock: Clock,
    @Inject(WebhookDirectory) private readonly webhooks: Pick<WebhookDirectory, 'accessKeyOf'>,
  ) {}

  /**
   * The plugin as it runs for this webhook: what is not authentic is an error instead of events, what it cannot read is
   * left to `auto`.
   * @param patience milliseconds from the first failed try after which a check that cannot be made is an error too, and
   * from the arrival of what comes later
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

  /** As {@link checked}, for what is stored: nobody is behind it in a queue, so it waits for a check as long as it takes. */
  checkedAgain(webhook: Pick<AdmittedWebhook, 'webhook_id' | 'settings'>, plugin: AnyPlugin): AnyPlugin {
    return this.checked(webhook, plugin, Number.POSITIVE_INFINITY);
  }

  /** What runs over the stored deliveries of a webhook; `undefined` where this process does not have it. */
  storedPluginOf(webhook: AdmittedWebhook): AnyPlugin | undefined {
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    return plugin && this.checkedAgain(webhook, plugin);
  }

  /** Why a message is not one of SNS; `undefined` where it is. @throws CallFailedError without the certificate */
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

  /** It was signed with the access key in it, where that was redacted since. */
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

  /** Writes down what these deliveries ask to be confirmed, before they count as processed. */
  async noteConfirmations(webhook: AdmittedWebhook, segments: readonly ReadSegment[]): Promise<void> {
    const plugin = this.plugins.find(webhook.plugin_id, webhook.plugin_version);
    if (plugin?.confirm === undefined) return;
    for (const { deliveries } of segments) {
      for (const { delivery, alarms } of deliveries) {
        // Only what was read as one ignored item can ask for a confirmation: nothing else is read again.
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
      this.logger.warn("asked to confirm at a host that is not the sender's", { webhook_id, domain });
      return;
    }
    await this.confirmations.ask(webhook, { url, signed_by, message: delivery.body });
  }

  /** @throws PluginUnavailableError while it is worth waiting for */
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
        // What waited for something else, as for a worker that was stopped, has not waited for this.
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
