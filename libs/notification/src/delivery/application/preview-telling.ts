import { Query } from '@nestjs/cqrs';
import type { AlertDraft, AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';

/** A subscription that would be told, and what would hold that back now. */
export interface ToldSubscription {
  readonly subscription_id: string;
  readonly name: string;
  readonly protocol_id: string;
  readonly silenced_by: {
    readonly silence_id: string;
    readonly reason: string;
    readonly until: string;
  } | null;
}

export interface ToldStep {
  readonly step: number;
  /** Seconds from the beginning of the escalation. */
  readonly after: number;
  readonly on_call_id: string | null;
  readonly receivers: readonly Pick<ToldSubscription, 'subscription_id' | 'name' | 'protocol_id'>[];
  /** Why nobody would be told, or not all; `null`: all would be. */
  readonly reason: string | null;
}

export interface TellingPreview {
  /** `alert_id` is `null` for a draft. */
  readonly alert: Pick<AlertInfo, 'title' | 'severity' | 'state'> & { readonly alert_id: string | null };
  readonly subscriptions: readonly ToldSubscription[];
  readonly escalations: readonly {
    readonly escalation_id: string;
    readonly name: string;
    readonly until: string;
    readonly steps: readonly ToldStep[];
    readonly fallback: Pick<ToldSubscription, 'subscription_id' | 'name' | 'protocol_id'> | null;
  }[];
  /** The open alert that explains this one, so that nobody would be told of it; `null`: there is none. */
  readonly inhibited_by: {
    readonly inhibition_id: string;
    readonly source_alert_id: string;
    readonly until: string;
  } | null;
  /** The subscriptions whose filter is not valid any more. */
  readonly invalid: readonly { readonly subscription_id: string; readonly reason: string }[];
}

/**
 * Returns who would be told if an alert opened now, a stored one or a draft, by the rules of now. Sends nothing.
 * @throws ERROR_NOT_FOUND; ERROR_RATE_LIMITED
 */
export class PreviewTelling extends Query<TellingPreview> {
  constructor(
    readonly scope: Scope,
    readonly alert: string | AlertDraft,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}
