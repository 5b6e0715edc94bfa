import { startPagerDuty, type PagerDutyEvent } from '../chat-receivers.js';

/** An incident as a person sees it. */
export interface Incident {
  readonly routing_key: string;
  readonly dedup_key: string;
  /** From the event that created it. */
  readonly summary: string;
  state: 'triggered' | 'acknowledged' | 'resolved';
  /** The severity of each trigger; only the first one pages. */
  readonly severities: string[];
}

/**
 * Starts an imitation of the [Events API v2](https://developer.pagerduty.com/docs/events-api-v2-overview) with the state of
 * its incidents. Each test takes a routing key of its own.
 */
export async function startPagerDutyAccount() {
  const limits = { throttled: 0, refusals: 0 };
  // The limits are adjusted all the time, and a refusal has no Retry-After.
  const pagerDuty = await startPagerDuty(() => {
    if (limits.throttled === 0) return undefined;
    limits.throttled -= 1;
    limits.refusals += 1;
    return { status: 429 };
  });
  const incidents = (routing_key: string) =>
    incidentsOf(pagerDuty.accepted.filter((event) => event.routing_key === routing_key));
  return {
    ...pagerDuty,
    /** `throttled` is the number of the next events that are refused. */
    limits,
    createRoutingKey: () => `R${crypto.randomUUID().replaceAll('-', '').slice(1).toUpperCase()}`,
    incidents,
    open: (routing_key: string) => incidents(routing_key).filter(({ state }) => state !== 'resolved'),
    /** What the person on call was woken by: each incident pages once, with its first severity. */
    pages: (routing_key: string) =>
      incidents(routing_key).map(({ summary, severities: [severity] }) => ({ summary, severity })),
  };
}

/**
 * Applies events to incidents as https://developer.pagerduty.com/docs/send-alert-event says: a trigger is added to the open
 * incident with its key and pages nobody, also if that is acknowledged; after a resolution it creates a new incident. To
 * acknowledge or resolve what is not open does nothing.
 */
export function incidentsOf(events: readonly PagerDutyEvent[]): Incident[] {
  const incidents: Incident[] = [];
  for (const { routing_key, dedup_key, event_action, payload } of events) {
    const open = incidents.find((each) => each.dedup_key === dedup_key && each.state !== 'resolved');
    if (event_action === 'acknowledge' && open !== undefined) open.state = 'acknowledged';
    if (event_action === 'resolve' && open !== undefined) open.state = 'resolved';
    if (event_action !== 'trigger' || payload === undefined) continue;
    const { summary, severity } = payload;
    if (open !== undefined) open.severities.push(severity);
    else incidents.push({ routing_key, dedup_key, summary, state: 'triggered', severities: [severity] });
  }
  return incidents;
}
