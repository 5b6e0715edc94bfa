import type { FieldError } from '#shared/kernel/domain-error.js';
import { isObject } from '#shared/kernel/json.js';
import {
  DEFAULT_TERMS,
  isHeartbeatName,
  NAME_REQUIREMENT,
  normalizeInterval,
  TERM_CHECKS,
  type IntervalTerms,
} from './heartbeat-terms.js';

export const HEARTBEATS_MODES = ['AUTO', 'MANUAL'] as const;
export type HeartbeatsMode = (typeof HEARTBEATS_MODES)[number];

/** Alarms that ping a heartbeat. Exactly one of the patterns is given; `*` in it matches any characters. */
export interface HeartbeatMatcher {
  readonly rule?: string;
  readonly event_key?: string;
  /** Name of the heartbeat. The first matching alarm creates it. */
  readonly name: string;
}

const MAX_PATTERN_LENGTH = 512;
const INTERVAL_FIELDS = ['expect_every', 'grace', 'severity'] as const;

export const HEARTBEAT_CHECKS = {
  heartbeat: (value: unknown): string | FieldError | undefined => {
    if (value === null) return undefined;
    if (!isObject(value)) return 'must be an object with `expect_every`, `grace` and `severity`, or null';
    const problems = definedEntries(value).flatMap(([field, one]) => {
      const known = INTERVAL_FIELDS.find((name) => name === field);
      const reason = known
        ? TERM_CHECKS[known](one)
        : `is unknown; allowed are ${INTERVAL_FIELDS.join(', ')}`;
      return reason === undefined ? [] : [{ field, reason }];
    });
    return value['expect_every'] === undefined
      ? { field: 'expect_every', reason: 'is required' }
      : problems[0];
  },
  heartbeats: (value: unknown): string | undefined =>
    HEARTBEATS_MODES.some((one) => one === value)
      ? undefined
      : `must be one of ${HEARTBEATS_MODES.join(', ')}`,
  heartbeat_of: (value: unknown): string | FieldError | undefined => {
    if (value === null) return undefined;
    if (!isObject(value)) return 'must be an object with `rule` or `event_key`, and `name`, or null';
    const { rule, event_key, name, ...unknownFields } = Object.fromEntries(definedEntries(value));
    const [field] = Object.keys(unknownFields);
    if (field !== undefined) return { field, reason: 'is unknown; allowed are rule, event_key, name' };
    if ((rule === undefined) === (event_key === undefined)) return 'must have either `rule` or `event_key`';
    if (!isPattern(rule ?? event_key)) {
      const reason = `must be a pattern of 1 to ${MAX_PATTERN_LENGTH} characters`;
      return { field: rule === undefined ? 'event_key' : 'rule', reason };
    }
    return isHeartbeatName(name) ? undefined : { field: 'name', reason: NAME_REQUIREMENT };
  },
};

/** Fills in defaults in checked settings. */
export function normalizeHeartbeats<
  Settings extends {
    readonly heartbeat: IntervalTerms | null;
    readonly heartbeat_of: HeartbeatMatcher | null;
  },
>(settings: Settings): Settings {
  // Webhooks that were stored before these settings existed do not have them.
  const { heartbeat, heartbeat_of } = settings as Partial<Settings>;
  return {
    ...settings,
    heartbeat: heartbeat
      ? normalizeInterval({ ...DEFAULT_TERMS, ...Object.fromEntries(definedEntries(heartbeat)) })
      : (heartbeat ?? null),
    heartbeat_of: heartbeat_of ? Object.fromEntries(definedEntries(heartbeat_of)) : (heartbeat_of ?? null),
  };
}

/** Whether an alarm pings a heartbeat instead of becoming an event. */
export function isHeartbeatAlarm(
  { rule, event_key }: HeartbeatMatcher,
  alarm: { readonly rule: string | null; readonly event_key: string },
): boolean {
  return rule === undefined
    ? matchesPattern(event_key ?? '', alarm.event_key)
    : matchesPattern(rule, alarm.rule ?? '');
}

function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...parts] = pattern.split('*');
  const last = parts.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.length - from >= last.length && text.endsWith(last);
}

function isPattern(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= MAX_PATTERN_LENGTH;
}

/** The fields that are not undefined. */
function definedEntries(fields: object): [name: string, value: unknown][] {
  return Object.entries(fields).filter(([, value]) => value !== undefined);
}
