import type { AttemptResult, Receipt } from '../../../protocols/protocol.js';
import type { StoredMessage } from '../../../protocols/sent-message.js';
import type { ClaimPlace, Looked } from '../../domain/claim-turns.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

/** One attempt that this process is to make. A unit of the quota is taken for it. */
export interface ClaimedAttempt {
  /** uuid; also of the consumption of the unit. */
  readonly attempt_id: string;
  readonly domain_id: string;
  readonly protocol_id: string;
  /** uuids */
  readonly subscription_id: string;
  readonly subject_id: string;
  readonly notification_id: string;
  readonly attempts: number;
  readonly expires_at: Date;
  readonly message: StoredMessage;
  readonly options: PluginOptions;
  readonly signing_secrets: readonly string[];
  readonly receipt: Receipt | null;
  /** JSONata that shapes the message. */
  readonly template: string | null;
  /** Why it cannot be sent now. */
  readonly obstacle: string | undefined;
  /** By the clock of this process, which does not stand still while it does. */
  readonly claimedAt: number;
  /** Milliseconds from that clock to the time of the database: the clock of this machine may be wrong. */
  readonly clockOffset: number;
}

export interface SettledAttempt {
  readonly claimed: ClaimedAttempt;
  readonly result: AttemptResult;
  /** When it began, by the clock of the database. */
  readonly at: Date;
  readonly latency_ms: number;
}

export interface Claims {
  readonly attempts: readonly ClaimedAttempt[];
  /** What was looked at, and how many lanes were due, if only to be held. */
  readonly looked: Looked;
  /** The protocol of each that waits, however urgent it is, as its quota is used up. */
  readonly refused: readonly string[];
}

/** What is to be sent, and what became of it. */
export abstract class AttemptLog {
  /**
   * The next of each alert and subscription that is due, for a limited time.
   * @param place where to begin, so that every domain and every subscription has its turn
   * @param busy domains that have no turn now
   * @param delivered attempts whose outcome is still to be stored: their receivers have room for others. Read when it is
   * needed, as more may have been answered by then
   */
  abstract claim(
    most: number,
    place: ClaimPlace,
    busy: readonly string[],
    delivered?: ReadonlySet<string>,
  ): Promise<Claims>;

  /** Stored together. What somebody else has claimed meanwhile is left to him. */
  abstract settle(attempts: readonly SettledAttempt[]): Promise<void>;

  /** Gives up what expired, cancels what nobody wants any more. */
  abstract clear(): Promise<void>;
}
