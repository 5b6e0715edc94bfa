import { Injectable } from '@nestjs/common';
import { AlertExamples } from '#monitoring/contracts/alert-examples.js';
import { HISTORY_DAYS } from '#monitoring/contracts/alert-history.js';
import { ALERT_MESSAGE_TYPES, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { StoredEvents } from '#monitoring/contracts/stored-events.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import type { Protocol } from '../../protocols/protocol.js';
import { withEvent, type AlertNotice } from '../../protocols/sent-message.js';
import { checkFilter, validateKinds } from '../../subscriptions/application/validate-fields.js';
import {
  buildAlertQuery,
  type AlertFilter,
  type Subscription,
} from '../../subscriptions/domain/subscription.js';
import { buildAlertLinks } from '../../protocols/links.js';

const DAY_MS = 86_400_000;

interface ExampleQuery {
  readonly scope: Scope;
  /** What replaces fields of the stored subscription. */
  readonly draft: Partial<AlertFilter> & {
    readonly project_id?: string | undefined;
    readonly kinds?: readonly string[] | undefined;
  };
  readonly alert_id?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Finds a real message to show what a subscription sends. */
@Injectable()
export class ExampleNotices {
  constructor(
    private readonly queries: AlertQueries,
    private readonly examples: AlertExamples,
    private readonly events: StoredEvents,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Returns the message of the newest change that the subscription would be told of, or of the alert that is asked for; `undefined`:
   * there is none. @throws ERROR_INVALID_PARAMETER; ERROR_NOT_FOUND; what {@link AlertExamples.findNewest} throws
   */
  async find(
    { scope: { domain_id }, draft, alert_id, signal }: ExampleQuery,
    protocol: Protocol,
    stored: Subscription | undefined,
  ): Promise<AlertNotice | undefined> {
    const { filter = stored?.filter ?? [], filter_or = stored?.filter_or ?? [] } = draft;
    const project_id = draft.project_id ?? stored?.project_id ?? null;
    const kinds = validateKinds(draft.kinds ?? stored?.kinds, protocol);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    const to = new Date();
    const found = await this.examples.findNewest({
      domain_id,
      from: new Date(to.getTime() - HISTORY_DAYS * DAY_MS),
      to,
      // An alert that the caller names is shown, whether the subscription is told of its change or not.
      types: alert_id !== undefined && draft.kinds === undefined ? ALERT_MESSAGE_TYPES : kinds,
      alerts:
        alert_id === undefined ? { query: buildAlertQuery({ filter, filter_or }, project_id) } : { alert_id },
      signal,
    });
    if (found === undefined && alert_id !== undefined) {
      const reason = `has no such change in the last ${HISTORY_DAYS} days; give another alert, or leave it out`;
      throw DomainError.invalid('alert_id', reason);
    }
    if (found === undefined) return undefined;
    const { alert, change } = found.data;
    const links = buildAlertLinks(this.publicUrl, alert.alert_id);
    const { event_id } = change;
    const events = event_id === null ? undefined : await this.events.find([{ domain_id, event_id }]);
    return withEvent({ ...found, data: { ...found.data, links } }, events?.get(event_id ?? '') ?? null);
  }
}
