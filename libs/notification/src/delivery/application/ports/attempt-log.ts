import type { AttemptResult } from '../../../protocols/protocol.js';
import type { AlertNotice } from '../../../protocols/sent-message.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

/** One attempt that this process is to make. A unit of the quota is taken for it. */
export interface ClaimedAttempt {
  /** uuid; also of the consumption of the unit. */
  readonly attempt_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  /** uuids */
  readonly subscription_id: string;
  readonly alert_id: string;
  readonly notification_id: string;
  readonly attempts: number;
  readonly expires_at: Date;
  readonly message: AlertNotice;
  readonly options: PluginOptions;
  readonly signing_secrets: readonly string[];
  /** Why it cannot be sent now. */
  readonly obstacle: string | undefined;
  /** By the clock of this process, which does not stand still while it does. */
  readonly claimedAt: number;
}

export interface SettledAttempt {
  readonly claimed: ClaimedAttempt;
  readonly result: AttemptResult;
  readonly at: Date;
  readonly latency_ms: number;
}

export interface Claims {
  readonly attempts: readonly ClaimedAttempt[];
  /** Lanes that were due, if only to be held. */
  readonly found: number;
  /** Where the next claim begins, so that every subscription has its turn. */
  readonly after: string;
  /** It was the last of a round: the next claim begins at the beginning. */
  readonly wrapped: boolean;
}

/** What is to be sent, and what became of it. */
export abstract class AttemptLog {
  /** The next of each alert and subscription that is due, for a limited time. */
  abstract claim(most: number, after: string | undefined): Promise<Claims>;

  /** Stored together. What somebody else has claimed meanwhile is left to him. */
  abstract settle(attempts: readonly SettledAttempt[]): Promise<void>;

  /** Gives up what expired, cancels what nobody wants any more. */
  abstract clear(): Promise<void>;
}
