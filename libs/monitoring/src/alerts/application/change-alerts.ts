import { Command } from '@nestjs/cqrs';
import type { Scope, Via } from '#shared/kernel/scope.js';
import type {
  AcknowledgementTerms,
  ResolutionTerms,
  ReceiverAct,
  ReceiverActOutcome,
} from '../domain/user-acts.js';

/** @throws ERROR_NOT_FOUND; ERROR_CONFLICT for a resolved alert; ERROR_UNAVAILABLE while its webhook is being processed */
export class AcknowledgeAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly terms: AcknowledgementTerms,
    /** Whether ERROR_CONFLICT is thrown if somebody has acknowledged it already. Otherwise the newest acknowledgement holds. */
    readonly onlyFirst = false,
  ) {
    super();
  }
}

/** Takes an acknowledgement back. @throws as {@link AcknowledgeAlert} */
export class UnacknowledgeAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
  ) {
    super();
  }
}

/**
 * Acknowledges the open alerts that a query finds. Resolves to the number of alerts found. If it fails in the middle, the earlier
 * alerts stay acknowledged.
 * @throws ERROR_INVALID_QUERY; ERROR_INVALID_PARAMETER for too many alerts; ERROR_UNAVAILABLE
 */
export class AcknowledgeAlerts extends Command<number> {
  constructor(
    readonly scope: Scope,
    /** In the query language: `filter`, `filter_or` and `keyword`. */
    readonly query: unknown,
    readonly terms: AcknowledgementTerms,
    /** Whether a query without conditions is meant. */
    readonly all?: boolean,
  ) {
    super();
  }
}

/** @throws ERROR_NOT_FOUND; ERROR_CONFLICT for a resolved alert; ERROR_UNAVAILABLE while its webhook is being processed */
export class ResolveAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    readonly terms: ResolutionTerms,
  ) {
    super();
  }
}

/**
 * Resolves the open alerts that a query finds. Resolves to the number of alerts found. If it fails in the middle, the earlier
 * alerts stay resolved.
 * @throws ERROR_INVALID_QUERY; ERROR_INVALID_PARAMETER for too many alerts; ERROR_UNAVAILABLE
 */
export class ResolveAlerts extends Command<number> {
  constructor(
    readonly scope: Scope,
    /** In the query language: `filter`, `filter_or` and `keyword`. */
    readonly query: unknown,
    readonly terms: ResolutionTerms,
    /** Whether a query without conditions is meant. */
    readonly all?: boolean,
  ) {
    super();
  }
}

/**
 * Assigns an open alert to somebody, or with `null` to nobody. Assigning to the present assignee changes nothing.
 * @throws ERROR_INVALID_PARAMETER; ERROR_NOT_FOUND; ERROR_CONFLICT for a resolved alert; ERROR_UNAVAILABLE while its webhook is
 * being processed
 */
export class AssignAlert extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly alert_id: string,
    /** A user id or an e-mail address. */
    readonly assignee: string | null,
    /** Whether the alert is acknowledged as well, unless it is already. Default: if callers assign it to themselves. */
    readonly acknowledge?: boolean,
  ) {
    super();
  }
}

/**
 * Carries out what was done at a receiver of notifications.
 * @throws ERROR_NOT_FOUND; ERROR_CONFLICT if the notes of the alert would be too long; ERROR_UNAVAILABLE while its webhook is being
 * processed
 */
export class FollowReceiver extends Command<ReceiverActOutcome> {
  constructor(
    readonly scope: Scope & { readonly via: Via },
    readonly alert_id: string,
    readonly act: ReceiverAct,
  ) {
    super();
  }
}
