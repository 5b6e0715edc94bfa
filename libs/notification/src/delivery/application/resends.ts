import { Command, Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';

export const RESEND_STATES = ['PENDING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED'] as const;
export type ResendState = (typeof RESEND_STATES)[number];

/** A resend: notifications that are sent again in the background, with the progress. */
export interface ResendInfo {
  readonly resend_id: string;
  readonly state: ResendState;
  /** The query as it was sent to the API. */
  readonly query: object;
  /** How many notifications the query found when the resend was requested; `null` if counting took too long. */
  readonly total_count: number | null;
  /** How many of them were processed so far. */
  readonly done_count: number;
  /** How many of these were queued to be sent again. */
  readonly resent_count: number;
  /** The last error. */
  readonly reason: string | null;
  readonly requested_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
}

/**
 * Sends a notification again under the same id, whatever its state.
 * @throws ERROR_NOT_FOUND; ERROR_CONFLICT if its subscription is disabled or deleted, or if the receiver would take an
 * outdated state of the alert for the present one
 */
export class ResendNotification extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly notification_id: string,
  ) {
    super();
  }
}

/** Requests that a worker resends the notifications that a query finds. Resolves to the id of the resend. */
export class RequestResend extends Command<string> {
  constructor(
    readonly scope: Scope,
    /** A query of the query language. */
    readonly query: object,
    /** Whether a query without conditions is meant. */
    readonly all?: boolean,
  ) {
    super();
  }
}

/** Stops a resend. Notifications that are already queued are still sent. @throws ERROR_NOT_FOUND */
export class CancelResend extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly resend_id: string,
  ) {
    super();
  }
}

/** @throws ERROR_NOT_FOUND */
export class GetResend extends Query<ResendInfo> {
  constructor(
    readonly scope: Scope,
    readonly resend_id: string,
  ) {
    super();
  }
}
