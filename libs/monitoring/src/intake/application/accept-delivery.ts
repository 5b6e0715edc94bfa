import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Json } from '#shared/kernel/json.js';
import { KeyedMutex } from '#shared/kernel/mutex.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { LARGE_BODY_BYTES, type Delivery, replaceEmptyBody, serializeJson } from '../domain/delivery.js';
import { selectStoredHeaders } from '#senders/plugin-api/stored-headers.js';
import type { AnyPlugin, PluginDelivery } from '#senders/plugin-api/plugin.js';
import type { PluginAnswer } from '#senders/plugin-api/plugin-answers.js';
import { parseDeliveryBody, unwrapStrictEnvelope } from '#senders/body/parse-delivery-body.js';
import { redactAccessKey, redactFragment } from '../domain/redact-access-key.js';
import { isPlainData } from '../domain/scan-json.js';
import { PluginRegistry } from '#senders/registry.js';
import { DeliveryLog, type DeliveryReceipt } from './ports/delivery-log.js';
import { Quarantine } from './ports/quarantine.js';
import { Traces } from './ports/traces.js';
import type { AdmittedWebhook } from './ports/webhook-directory.js';
import { SenderAuthentication, type ReceivedRequest } from './admit-delivery.js';

/** A request that a sender posted, before anything of it is parsed. */
export interface ReceivedDelivery extends ReceivedRequest {
  readonly content_type: string;
  readonly query: Readonly<Record<string, string>>;
  readonly path_suffix: string;
  /** Why the body cannot be read. The body then holds the raw bytes, which are stored in quarantine only. */
  readonly unreadable?: string;
}

export interface AcceptedDelivery extends DeliveryReceipt {
  /** The response that the sender of this plugin expects. Most plugins define none. */
  readonly answer?: PluginAnswer | undefined;
}

/**
 * Writes a delivery to the delivery log; a worker creates the events from it later. The scope comes from the webhook,
 * because its address authorized the caller. Resolves when the delivery is on disk.
 */
export class AcceptDelivery extends Command<AcceptedDelivery> {
  constructor(
    readonly webhook: AdmittedWebhook,
    readonly access_key: string,
    readonly posted: ReceivedDelivery,
  ) {
    super();
  }
}

@CommandHandler(AcceptDelivery)
export class AcceptDeliveryHandler implements ICommandHandler<AcceptDelivery> {
  private readonly logger = new Logger('AcceptDelivery');

  /** By domain. A large body takes time of the process and of the database, which small ones of others need too. */
  private readonly largeBodies = new KeyedMutex();

  @Inject(Traces) private readonly traces!: Traces;

  constructor(
    private readonly log: DeliveryLog,
    private readonly plugins: PluginRegistry,
    private readonly quarantine: Quarantine,
    private readonly senders: SenderAuthentication,
  ) {}

  execute(command: AcceptDelivery): Promise<AcceptedDelivery> {
    return this.traces.isEnabled ? this.trace(command) : this.accept(command, undefined);
  }

  private async trace(command: AcceptDelivery): Promise<AcceptedDelivery> {
    const { webhook, posted } = command;
    const { webhook_id, domain_id, plugin_id } = webhook;
    const sender = posted.headers.traceparent;
    const span = this.traces.startSpan('accept delivery', sender?.toString(), {
      webhook_id,
      domain_id,
      plugin_id,
    });
    if (span === undefined) return this.accept(command, undefined);
    let failed = true;
    try {
      const accepted = await this.accept(command, span.context);
      failed = false;
      return accepted;
    } finally {
      span.end(failed);
    }
  }

  /**
   * Not `async`, and neither are the two below: most deliveries wait only for the disk, and each additional promise would slow
   * down all of them.
   */
  private accept(command: AcceptDelivery, trace: string | undefined): Promise<AcceptedDelivery> {
    const { webhook, posted } = command;
    const plugin = this.plugins.findOrLatest(webhook.plugin_id, webhook.plugin_version);
    return posted.body.length > LARGE_BODY_BYTES
      ? this.largeBodies.run(webhook.domain_id, () => this.authenticateAndWrite(command, plugin, trace))
      : this.authenticateAndWrite(command, plugin, trace);
  }

  private authenticateAndWrite(
    command: AcceptDelivery,
    plugin: AnyPlugin | undefined,
    trace: string | undefined,
  ): Promise<AcceptedDelivery> {
    const { webhook, posted } = command;
    return this.senders.isPublic(webhook, plugin)
      ? this.write(command, plugin, trace)
      : this.senders
          .authenticate(webhook, plugin, posted)
          .then((signedId) => this.write(command, plugin, trace, signedId));
  }

  private write(
    { webhook, access_key, posted: request }: AcceptDelivery,
    plugin: AnyPlugin | undefined,
    trace: string | undefined,
    signed_id?: string,
  ): Promise<AcceptedDelivery> {
    const posted = replaceEmptyBody(plugin, request);
    const { content_type, query, path_suffix } = posted;
    const received = {
      content_type,
      headers: selectStoredHeaders(plugin, request.headers, webhook.settings.signature.header ?? undefined),
      query,
      path_suffix,
      body: posted.body,
      signed_id,
      trace,
    };
    const delivery = redactAccessKey(received, access_key);
    if (posted.unreadable !== undefined) return this.refuse(webhook, access_key, delivery, posted.unreadable);
    if (delivery.body.length > LARGE_BODY_BYTES) return this.writeLarge(webhook, plugin, delivery);
    return plugin?.answer === undefined && isPlainData(delivery.body)
      ? this.log.append(webhook, delivery)
      : this.parseAndWrite(webhook, access_key, plugin, received, delivery);
  }

  /** Writes a body without parsing it. The plugin answers by headers and path. */
  private async writeLarge(
    webhook: AdmittedWebhook,
    plugin: AnyPlugin | undefined,
    delivery: Omit<Delivery, 'received_at'>,
  ): Promise<AcceptedDelivery> {
    const receipt = await this.log.append(webhook, delivery);
    return { ...receipt, answer: this.buildAnswer(plugin, { ...delivery, body: {} }, receipt, webhook) };
  }

  /**
   * Parses a body that the scanner could not classify, or that the plugin answers, and writes the delivery.
   * @param delivery the part of the received delivery that is stored
   */
  private async parseAndWrite(
    webhook: AdmittedWebhook,
    accessKey: string,
    plugin: AnyPlugin | undefined,
    received: Omit<Delivery, 'received_at'>,
    delivery: Omit<Delivery, 'received_at'>,
  ): Promise<AcceptedDelivery> {
    // `JSON.parse` rounds long numbers, which matters only if the answer repeats them. The worker parses the body
    // again.
    const parse = plugin?.answer ? undefined : JSON.parse;
    const read = parseDeliveryBody(delivery.body, delivery.content_type, parse);
    if (!read.ok) return this.refuse(webhook, accessKey, delivery, read.reason);
    const unwrapped = unwrapStrictEnvelope(read);
    if (unwrapped !== undefined) checkEnvelopeAddress(received, webhook, accessKey);
    const receipt = await this.log.append(webhook, {
      ...delivery,
      body:
        unwrapped === undefined
          ? redactEnd(delivery.body, accessKey, read)
          : serializeData(delivery, unwrapped),
    });
    return {
      ...receipt,
      answer: this.buildAnswer(plugin, { ...delivery, body: unwrapped ?? read.body }, receipt, webhook),
    };
  }

  /**
   * Returns the answer of the plugin. Errors of the plugin are only logged: the delivery is on disk, and an error
   * response would make the sender post it again.
   */
  private buildAnswer(
    plugin: AnyPlugin | undefined,
    delivery: Omit<PluginDelivery, 'received_at'>,
    receipt: DeliveryReceipt,
    { options, webhook_id, domain_id: domain }: AdmittedWebhook,
  ): PluginAnswer | undefined {
    if (plugin?.answer === undefined) return undefined;
    try {
      return plugin.answer({ ...delivery, received_at: receipt.received_at }, receipt, options);
    } catch (error) {
      const message = getLogMessage(error);
      this.logger.warn(`plugin ${plugin.plugin_id} ${plugin.version} gave no answer: ${message}`, {
        webhook_id,
        domain,
      });
      return undefined;
    }
  }

  private async refuse(
    webhook: AdmittedWebhook,
    accessKey: string,
    delivery: Omit<Delivery, 'received_at'>,
    reason: string,
  ): Promise<never> {
    const body = redactFragment(delivery.body, accessKey);
    try {
      await this.quarantine.storeUnreadable(webhook, { ...delivery, body }, reason);
    } catch (error) {
      // The sender must get the 400 for its body even if the copy was not stored.
      const { webhook_id, domain_id: domain } = webhook;
      const message = getLogMessage(error);
      this.logger.warn(`an unreadable delivery was not quarantined: ${message}`, { webhook_id, domain });
    }
    throw DomainError.invalid('data', `cannot be read: ${reason}`);
  }
}

/** Rejects an envelope that names a different webhook or access key than the path. */
function checkEnvelopeAddress(
  { body, content_type }: Pick<ReceivedDelivery, 'body' | 'content_type'>,
  webhook: AdmittedWebhook,
  accessKey: string,
): void {
  const read = parseDeliveryBody(body, content_type, JSON.parse);
  const envelope = (read.ok ? read.body : {}) as { readonly webhook_id?: Json; readonly access_key?: Json };
  const { webhook_id = webhook.webhook_id, access_key = accessKey } = envelope;
  if (webhook_id !== webhook.webhook_id)
    throw DomainError.invalid('webhook_id', 'differs from the one in the path');
  if (access_key !== accessKey) throw DomainError.invalid('access_key', 'differs from the one in the path');
}

/** Serializes the content of the envelope, with all digits of its numbers. */
function serializeData(
  { body, content_type }: Pick<ReceivedDelivery, 'body' | 'content_type'>,
  unwrapped: Json,
): Buffer {
  const parsed = parseDeliveryBody(body, content_type);
  const data = parsed.ok ? unwrapStrictEnvelope(parsed) : undefined;
  return serializeJson(data ?? unwrapped, content_type);
}

/** A body that is no JSON may have been cut off inside the key. */
function redactEnd(body: Buffer, accessKey: string, { source }: { readonly source: string }): Buffer {
  return source === 'json' ? body : redactFragment(body, accessKey);
}
