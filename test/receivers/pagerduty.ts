import { startPagerDuty, type PagerDutyEvent } from '../chat-receivers.js';

/** An incident as people see it. */
export interface Incident {
  readonly dedup_key: string;
  readonly state: 'triggered' | 'acknowledged' | 'resolved';
  /** The severity and summary of the last trigger. */
  readonly severity: string;
  readonly summary: string;
}

/**
 * Starts a double of PagerDuty that keeps incidents. A trigger pages somebody only if no incident of its key is open; otherwise
 * it is added to that one. What refers to no open incident has no effect.
 * https://developer.pagerduty.com/docs/send-alert-event#event-action
 */
export async function startPagerDutyIncidents() {
  const { url, accepted, close } = await startPagerDuty();
  /** All incidents, in the order of their pages. */
  const incidents = (): readonly Incident[] => {
    const all: Incident[] = [];
    for (const event of accepted) applyEvent(all, event);
    return all;
  };
  return {
    url,
    close,
    accepted,
    incidents,
    open: () => incidents().filter(({ state }) => state !== 'resolved'),
  };
}

function applyEvent(incidents: Incident[], { event_action, dedup_key, payload }: PagerDutyEvent): void {
  const at = incidents.findLastIndex((each) => each.dedup_key === dedup_key && each.state !== 'resolved');
  const open = incidents[at];
  const shown = { severity: payload?.severity ?? '', summary: payload?.summary ?? '' };
  if (open === undefined) {
    if (event_action === 'trigger') incidents.push({ dedup_key, state: 'triggered', ...shown });
  } else if (event_action === 'trigger') incidents[at] = { ...open, ...shown };
  else incidents[at] = { ...open, state: event_action === 'resolve' ? 'resolved' : 'acknowledged' };
}
