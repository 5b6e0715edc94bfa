import { newId } from '#shared/kernel/ids.js';
import type { PluginCheck } from '#senders/plugin-api/plugin.js';
import type { Webhook } from './webhook.js';

export const VERIFICATION_STATES = ['PENDING', 'VERIFIED', 'FAILED'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** So often a verification is begun; one that never comes to an end has then failed. */
export const MOST_ATTEMPTS = 5;

/** What was found when the plugin of a webhook was tried, with the version it ran at the time of the request. */
export class Verification {
  verification_id!: string;
  domain_id!: string;
  webhook_id!: string;
  state!: VerificationState;
  version!: string;
  checks!: readonly PluginCheck[];
  attempts!: number;
  requested_at!: Date;
  /** When a worker is woken for it once more, should nothing have come of it by then. */
  next_attempt_at!: Date;
  started_at!: Date | null;
  finished_at!: Date | null;

  static request(webhook: Webhook, now: Date): Verification {
    return Object.assign(new Verification(), {
      verification_id: newId('verification'),
      domain_id: webhook.domain_id,
      webhook_id: webhook.webhook_id,
      state: 'PENDING' as const,
      version: webhook.plugin_version,
      checks: [],
      attempts: 0,
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

  /** Called when an attempt broke: true when it was the last, and the verification has failed for that reason. */
  giveUp(reason: string, now: Date): boolean {
    if (this.attempts < MOST_ATTEMPTS) return false;
    this.finish(
      [{ name: 'run', ok: false, message: `gave up after ${this.attempts} attempts: ${reason}` }],
      now,
    );
    return true;
  }
}
