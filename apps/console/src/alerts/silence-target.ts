import { formatClock } from '../format.js';
import type { Condition } from '../screens/search-query.js';
import { nextMorning } from '../told/words.js';
import type { Alert } from './open-alerts.js';

/** What a silence holds back. */
export interface SilenceTarget {
  /** For people: `Host db-7`. */
  readonly name: string;
  readonly help: string;
  /** One for each silence that it takes. */
  readonly filters: readonly (readonly Condition[])[];
}

/** How long a silence lasts. */
export interface SilenceSpan {
  readonly label: string;
  /** As the API takes it. */
  readonly endsAt: string;
}

const condition = (k: string, v: unknown, o: 'eq' | 'in' = 'eq') => ({ k, v, o }) as Condition;
/** The maximum number of values of a condition in the API, and so of alerts that one silence names. */
export const MAX_SILENCED = 1_000;

/** Returns what a user may want to silence when the alerts are too loud: they themselves, their rule, their host. */
export function findSilenceTargets(alerts: readonly Alert[]): readonly SilenceTarget[] {
  const [alert] = alerts;
  if (alert === undefined || alerts.length > MAX_SILENCED) return [];
  if (alerts.length > 1) {
    // An event key means something only with its webhook: that of another one is another alert.
    const keys = Map.groupBy(alerts, ({ webhook_id }) => webhook_id);
    return [
      {
        name: `These ${alerts.length} alerts`,
        help: 'Also when they open again',
        filters: [...keys].map(([id, those]) => [
          condition('webhook_id', id),
          condition('event_key', [...new Set(those.map(({ event_key }) => event_key))], 'in'),
        ]),
      },
    ];
  }
  const { webhook_id, event_key, rule, resource } = alert;
  const host = resource.name ?? resource.resource_id;
  const targets: readonly (SilenceTarget | false)[] = [
    {
      name: 'This alert',
      help: 'Its event key, also when it opens again',
      filters: [[condition('webhook_id', webhook_id), condition('event_key', event_key)]],
    },
    rule !== null && {
      name: `Rule ${rule}`,
      help: 'All alerts of the rule, on every host',
      filters: [[condition('rule', rule)]],
    },
    host !== null &&
      host !== '' && {
        name: `Host ${host}`,
        help: 'All alerts of it, from every source',
        filters: [[condition(resource.name === null ? 'resource.resource_id' : 'resource.name', host)]],
      },
  ];
  return targets.filter((target) => target !== false);
}

export function findSpans(now: Date): readonly SilenceSpan[] {
  const morning = nextMorning(now.getTime());
  const day = morning.getDate() === now.getDate() ? 'today' : 'tomorrow';
  return [
    { label: '1 h', endsAt: 'now + 1h' },
    { label: '4 h', endsAt: 'now + 4h' },
    { label: `until ${formatClock(morning)} ${day}`, endsAt: morning.toISOString() },
  ];
}

/** The maximum length of the name of a silence in the API. */
const MAX_NAME_LENGTH = 255;

/** Names of silences that have not ended are unique, so that the name has the second in which it was made. */
export function nameSilence(name: string, userId: string, now: Date): string {
  const suffix = `, ${userId.slice(0, 40)} ${now.toISOString().slice(0, 19).replace('T', ' ')}`;
  return name.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix;
}
