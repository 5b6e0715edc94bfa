import { Injectable } from '@nestjs/common';
import { Clock } from '#shared/kernel/clock.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { AnyPlugin } from '#senders/plugin-api/plugin.js';
import { findSignatureRefusal } from '../domain/check-signature.js';
import { WebhookDirectory, type AdmittedWebhook } from './ports/webhook-directory.js';

export interface SignedRequest {
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

  /** Returns whether no signature is required: whoever knows the address may post. */
  isPublic({ settings }: AdmittedWebhook, plugin: AnyPlugin | undefined): boolean {
    return settings.signature.scheme === 'NONE' && plugin?.authenticate === undefined;
  }

  /**
   * Rejects a request whose signature does not match. The webhook in memory may have outdated secrets, and a sender
   * does not retry a rejected request. So before rejecting, the check is repeated with the webhook from the database.
   * @throws ERROR_AUTHENTICATE_FAILURE
   */
  async authenticate(
    webhook: AdmittedWebhook,
    plugin: AnyPlugin | undefined,
    request: SignedRequest,
  ): Promise<void> {
    if (this.findRefusal(webhook, plugin, request) === undefined) return;
    const currentWebhook = (await this.webhooks.load([webhook.uuid])).get(webhook.uuid) ?? webhook;
    const refusal = this.findRefusal(currentWebhook, plugin, request);
    if (refusal === undefined) return;
    throw new DomainError('ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', refusal);
  }

  private findRefusal(
    { settings, signing_secrets: secrets, options }: AdmittedWebhook,
    plugin: AnyPlugin | undefined,
    { headers, body, wire }: SignedRequest,
  ): string | undefined {
    const received_at = this.clock.now();
    const bodies = wire === undefined ? [body] : [body, wire];
    return (
      findSignatureRefusal({ headers, bodies }, { signature: settings.signature, secrets }, received_at) ??
      plugin?.authenticate?.({ headers: toTextHeaders(headers), body, received_at }, options)
    );
  }
}

function toTextHeaders(headers: SignedRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = '']) => [name, String(value)]));
}
