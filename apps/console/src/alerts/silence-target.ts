import { formatClock } from '../format.js';
import type { Condition } from '../screens/search-query.js';
import type { Alert } from './open-alerts.js';

/** What a silence holds back. */
export interface SilenceTarget {
  /** For people: `Host db-7`. */
  readonly name: string;
  readonly help: string;
  readonly filter: readonly Condition[];
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
  const unique = (values: readonly string[]) => [...new Set(values)];
  const keys = condition('event_key', unique(alerts.map(({ event_key }) => event_key)), 'in');
  const webhooks = condition('webhook_id', unique(alerts.map(({ webhook_id }) => webhook_id)), 'in');
  if (alerts.length > 1)
    return [
      {
        name: `These ${alerts.length} alerts`,
        help: 'Also when they open again',
        filter: [webhooks, keys],
      },
    ];
  const { webhook_id, event_key, rule, resource } = alert;
  const host = resource.name ?? resource.resource_id;
  const targets: readonly (SilenceTarget | false)[] = [
    {
      name: 'This alert',
      help: 'Its event key, also when it opens again',
      filter: [condition('webhook_id', webhook_id), condition('event_key', event_key)],
    },
    rule !== null && {
      name: `Rule ${rule}`,
      help: 'All alerts of the rule, on every host',
      filter: [condition('rule', rule)],
    },
    host !== null &&
      host !== '' && {
        name: `Host ${host}`,
        help: 'All alerts of it, from every source',
        filter: [condition(resource.name === null ? 'resource.resource_id' : 'resource.name', host)],
      },
  ];
  return targets.filter((target) => target !== false);
}

/** The hour at which the working day begins. */
const MORNING = 8;
/** Whoever is woken before this hour means the same morning, and not that of the next day. */
const NIGHT_ENDS = 6;

/** Returns the next morning at 8:00 in the reader's time zone. */
export function findNextMorning(now: Date): Date {
  const morning = new Date(now);
  morning.setHours(MORNING, 0, 0, 0);
  if (now.getHours() >= NIGHT_ENDS) morning.setDate(morning.getDate() + 1);
  return morning;
}

export function findSpans(now: Date): readonly SilenceSpan[] {
  const morning = findNextMorning(now);
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
export function nameSilence(target: SilenceTarget, userId: string, now: Date): string {
  const suffix = `, ${userId.slice(0, 40)} ${now.toISOString().slice(0, 19).replace('T', ' ')}`;
  return target.name.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix;
}
