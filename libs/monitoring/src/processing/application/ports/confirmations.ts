import type { Json } from '#shared/kernel/json.js';
import type { DeliveryTarget } from '../../../intake/application/ports/delivery-log.js';

export interface AskedConfirmation {
  readonly url: string;
  /** Whose signature must be right before the call; `null`: nobody's. */
  readonly signed_by: 'SNS' | null;
  /** The message that asked for it, for its signature. */
  readonly message: Json;
}

export interface DueConfirmation extends AskedConfirmation {
  readonly confirmation_id: string;
  readonly webhook: DeliveryTarget;
  /** This one included. */
  readonly attempts: number;
}

/** The calls that senders asked for. Their state is a row each, so that none is made twice and none is forgotten. */
export abstract class Confirmations {
  /** Writes down that this call is to be made; asked for again it changes nothing. */
  abstract ask(webhook: DeliveryTarget, asked: AskedConfirmation): Promise<void>;

  /** Those that are due, each given to one caller only, who has a minute for it. */
  abstract claimDue(limit: number): Promise<readonly DueConfirmation[]>;

  /** It is made, or never will be: then the reason is shown in the webhook's health. */
  abstract finish(due: DueConfirmation, failure: string | null): Promise<void>;

  abstract postpone(due: DueConfirmation, seconds: number, reason: string): Promise<void>;
}
