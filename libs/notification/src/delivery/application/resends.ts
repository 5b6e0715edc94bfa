import { Command, Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { ResendInfo } from '../domain/resend.js';

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
