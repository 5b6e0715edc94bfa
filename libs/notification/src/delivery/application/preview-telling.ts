import { Query } from '@nestjs/cqrs';
import type { AlertDraft, AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import type { Scope } from '#shared/kernel/scope.js';

/** A silence that applies to the alert, and until when it surely does. */
export interface PreviewedSilence {
  readonly silence_id: string;
  readonly reason: string;
  readonly until: string;
}

/** A subscription that would be told. */
export interface ToldSubscription {
  readonly subscription_id: string;
  readonly name: string;
  readonly protocol_id: string;
  /** As in {@link TellingPreview}: a silence is of the alert. */
  readonly silenced_by: PreviewedSilence | null;
  /**
   * The subscription knows that the key of the alert is flapping: it is told once the key is calm, at this time at the earliest, if
   * the alert is open then. `null`: it is told now.
   */
  readonly flapping_until: string | null;
  /** Seconds for which it would wait for others of its group, if it is the first of them; 0: it is told at once. */
  readonly wait: number;
}

/**
 * Why a subscription is not told. DISABLED: it is disabled. KIND: it is not told of alerts that open. PROJECT: it is for alerts
 * of another project. NO_STEP: only steps of escalations tell it, and none that applies would tell it now. CONDITIONS: conditions of its
 * filter do not match. INVALID_FILTER: its filter cannot be applied any more.
 */
export const UNTOLD_REASONS = [
  'DISABLED',
  'KIND',
  'PROJECT',
  'NO_STEP',
  'CONDITIONS',
  'INVALID_FILTER',
] as const;

/** A subscription that would not be told, and why. */
export interface UntoldSubscription {
  readonly subscription_id: string;
  readonly name: string;
  readonly protocol_id: string;
  readonly reason: (typeof UNTOLD_REASONS)[number];
  /** More about the reason, such as the project; `null`: there is nothing more to say. */
  readonly details: string | null;
  /** The conditions that do not match, as text. */
  readonly conditions: readonly string[];
}

/** The number of subscriptions that are not told and are listed. */
export const MAX_UNTOLD = 200;

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
  /** The silence that would hold back whatever subscriptions and escalations tell; `null`: there is none. */
  readonly silenced_by: PreviewedSilence | null;
  /** The open alert that explains this one, so that nobody would be told of it; `null`: there is none. */
  readonly inhibited_by: {
    readonly inhibition_id: string;
    readonly source_alert_id: string;
    readonly until: string;
  } | null;
  /** The subscriptions whose filter is not valid any more. */
  readonly invalid: readonly { readonly subscription_id: string; readonly reason: string }[];
  /** The first {@link MAX_UNTOLD} of the subscriptions that nothing tells, those that nearly match first. */
  readonly untold: readonly UntoldSubscription[];
  /** The number of all of them. */
  readonly untold_count: number;
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
