import type { Json } from '#shared/kernel/json.js';
import type { DeliveryTarget } from '../../../intake/application/ports/delivery-log.js';

export interface ConfirmationRequest {
  readonly url: string;
  /** Whose signature the message must carry before the call is made; `null`: none is required. */
  readonly signed_by: 'SNS' | null;
  /** The message that asked for the confirmation. Its signature is checked. */
  readonly message: Json;
}

export interface DueConfirmation extends ConfirmationRequest {
  readonly confirmation_id: string;
  readonly webhook: DeliveryTarget;
  /** Includes the current attempt. */
  readonly attempts: number;
}

/** The confirmation calls that senders asked for. Each is a row, so that it is not forgotten and one worker makes it. */
export abstract class Confirmations {
  /** Stores a call to make. Does nothing if the same call is already stored. */
  abstract enqueue(webhook: DeliveryTarget, request: ConfirmationRequest): Promise<void>;

  /** Returns calls that are due. Each is leased to one caller for a minute. */
  abstract claimDue(limit: number): Promise<readonly DueConfirmation[]>;

  /** Marks a call as made or, with `failure`, as given up. The failure is shown in the health of the webhook. */
  abstract finish(due: DueConfirmation, failure: string | null): Promise<void>;

  abstract postpone(due: DueConfirmation, seconds: number, reason: string): Promise<void>;
}
