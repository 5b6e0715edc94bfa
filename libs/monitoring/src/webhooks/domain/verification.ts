import { newId } from '#shared/kernel/ids.js';
import type { PluginCheck } from '#senders/plugin-api/plugin.js';
import type { Webhook } from './webhook.js';

export const VERIFICATION_STATES = ['PENDING', 'VERIFIED', 'FAILED'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** The number of attempts after which an unfinished verification fails. */
export const MAX_ATTEMPTS = 5;

/** What a verification takes from its webhook. */
export type VerifiedWebhook = Pick<Webhook, 'webhook_id' | 'domain_id' | 'plugin_version' | 'updated_at'>;

/** The result of the checks of a webhook's plugin, in the version that was current at the time of the request. */
export class Verification {
  verification_id!: string;
  domain_id!: string;
  webhook_id!: string;
  state!: VerificationState;
  version!: string;
  checks!: readonly PluginCheck[];
  attempts!: number;
  /** Whether the last attempt failed, and the next one has not begun. */
  paused!: boolean;
  /** The last change of the webhook before the request. Null if the previous release requested it. */
  webhook_updated_at!: Date | null;
  requested_at!: Date;
  /** When the sweep wakes up a worker again, if there is no result by then. */
  next_attempt_at!: Date;
  started_at!: Date | null;
  finished_at!: Date | null;

  static request(webhook: VerifiedWebhook, now: Date): Verification {
    return Object.assign(new Verification(), {
      verification_id: newId('verification'),
      domain_id: webhook.domain_id,
      webhook_id: webhook.webhook_id,
      state: 'PENDING' as const,
      version: webhook.plugin_version,
      checks: [],
      attempts: 0,
      paused: false,
      webhook_updated_at: webhook.updated_at,
      requested_at: now,
      next_attempt_at: new Date(now.getTime() + 1_000),
      started_at: null,
      finished_at: null,
    });
  }

  finish(checks: readonly PluginCheck[], now: Date): void {
    this.checks = checks;
    this.state = checks.every(({ ok }) => ok) ? 'VERIFIED' : 'FAILED';
    this.finished_at = now;
  }

  /** Called after a failed attempt. Returns true if it was the last one: the verification has then failed. */
  failIfExhausted(reason: string, now: Date): boolean {
    if (this.attempts < MAX_ATTEMPTS) return false;
    this.finish(
      [{ name: 'run', ok: false, message: `gave up after ${this.attempts} attempts: ${reason}` }],
      now,
    );
    return true;
  }
}
