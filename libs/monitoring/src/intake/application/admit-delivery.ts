import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Injectable } from '@nestjs/common';
import { WebhookDirectory, type AdmittedWebhook } from './ports/webhook-directory.js';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { checkSignature, type SignatureCheck } from '../domain/check-signature.js';

/**
 * Checks the address of a webhook, before the body is read, and takes a token of the webhook's rate limit. The webhook
 * determines the scope of everything that follows.
 * @throws ERROR_NOT_FOUND, ERROR_WEBHOOK_DISABLED, ERROR_UNAVAILABLE (also when the webhook is at its limit)
 */
export class AdmitDelivery extends Command<AdmittedWebhook> {
  constructor(
    readonly webhook_id: string,
    readonly access_key: string,
  ) {
    super();
  }
}

/** Enforces the settings `max_rate` and `max_backlog` of webhooks. */
export abstract class WebhookLimits {
  /**
   * Counts a delivery that is about to be accepted. Decides from memory.
   * @throws KnownWebhookError (unavailable), with the number of seconds to wait, when the webhook is at its limit
   */
  abstract admit(webhook: AdmittedWebhook): void;
}

@CommandHandler(AdmitDelivery)
export class AdmitDeliveryHandler implements ICommandHandler<AdmitDelivery> {
  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly limits: WebhookLimits,
  ) {}

  async execute({ webhook_id, access_key }: AdmitDelivery): Promise<AdmittedWebhook> {
    const found = this.webhooks.admit(webhook_id, access_key);
    // Most webhooks are in memory. Awaiting those would cost a microtask for each delivery.
    const webhook = found instanceof Promise ? await found : found;
    this.limits.admit(webhook);
    return webhook;
  }
}

/** A process that has the plugin may answer by then, or this one is replaced by a newer release. */
const RETRY_SECONDS = 5;

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The body as sent, before it was inflated. Present only for a compressed body whose signature is checked. */
  readonly wire?: Buffer | undefined;
  /** Whether it is a message about a heartbeat. */
  readonly is_ping?: boolean;
}

/**
 * Checks a request against the signature that its webhook or plugin requires, before anything of the request is parsed
 * or stored.
 */
@Injectable()
export class SenderAuthentication {
  constructor(
    private readonly webhooks: WebhookDirectory,
    private readonly clock: Clock,
  ) {}

  /** Returns whether no signature is required: whoever knows the address may post. Never if only the missing plugin knows that. */
  isPublic({ settings }: AdmittedWebhook, plugin: AnyPlugin | undefined): boolean {
    return plugin !== undefined && settings.signature.scheme === 'NONE' && plugin.authenticate === undefined;
  }

  /**
   * Rejects a request whose signature does not match. The webhook in memory may have outdated secrets, and a sender
   * does not retry a rejected request. So before rejecting, the check is repeated with the webhook from the database.
   * @returns the `signed_id` of the delivery
   * @throws ERROR_AUTHENTICATE_FAILURE; ERROR_UNAVAILABLE if this process does not have the plugin, which knows whether the request
   * is authentic and which of its headers must be stored
   */
  async authenticate(
    webhook: AdmittedWebhook,
    plugin: AnyPlugin | undefined,
    request: ReceivedRequest,
  ): Promise<string | undefined> {
    if (plugin === undefined) throw missingPlugin(webhook);
    const known = this.check(webhook, plugin, request);
    if (!('refusal' in known)) return known.signed_id;
    const currentWebhook = (await this.webhooks.load([webhook.uuid])).get(webhook.uuid) ?? webhook;
    const current = this.check(currentWebhook, plugin, request);
    if (!('refusal' in current)) return current.signed_id;
    throw new DomainError('ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', current.refusal);
  }

  private check(
    { settings, signing_secrets: secrets, options }: AdmittedWebhook,
    plugin: AnyPlugin,
    { headers, body, wire, is_ping }: ReceivedRequest,
  ): SignatureCheck {
    const received_at = this.clock.now();
    const bodies = wire === undefined ? [body] : [body, wire];
    const checked = checkSignature(
      { headers, bodies, is_ping },
      { signature: settings.signature, secrets },
      received_at,
    );
    if ('refusal' in checked) return checked;
    const refusal = plugin.authenticate?.({ headers: toTextHeaders(headers), body, received_at }, options);
    return refusal === undefined ? checked : { refusal };
  }
}

/** For a request that cannot be answered without some version of the plugin of its webhook. */
export function missingPlugin({ plugin_id }: AdmittedWebhook): DomainError {
  return DomainError.unavailable(`This process has no version of plugin ${plugin_id}`, RETRY_SECONDS);
}

/** Returns the headers as plugins read them. */
export function toTextHeaders(headers: ReceivedRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]));
}
