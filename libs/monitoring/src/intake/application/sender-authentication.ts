import { Injectable } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { checkSignature, type SignatureCheck } from '../domain/check-signature.js';
import { WebhookDirectory, type AdmittedWebhook } from './ports/webhook-directory.js';

/** A process that has the plugin may answer by then, or this one is replaced by a newer release. */
const RETRY_SECONDS = 5;

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** The body as sent, before it was inflated. Present only for a compressed body whose signature is checked. */
  readonly wire?: Buffer | undefined;
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
    { headers, body, wire }: ReceivedRequest,
  ): SignatureCheck {
    const received_at = this.clock.now();
    const bodies = wire === undefined ? [body] : [body, wire];
    const checked = checkSignature(
      { headers, bodies },
      { signature: settings.signature, secrets },
      received_at,
    );
    if ('refusal' in checked) return checked;
    const refusal = plugin.authenticate?.({ headers: toTextHeaders(headers), body, received_at }, options);
    return refusal === undefined ? checked : { refusal };
  }
}

function missingPlugin({ plugin_id, plugin_version }: AdmittedWebhook): DomainError {
  return DomainError.unavailable(
    `This process does not have plugin ${plugin_id} ${plugin_version}`,
    RETRY_SECONDS,
  );
}

function toTextHeaders(headers: ReceivedRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]));
}
