import { DEFAULT_SEVERITIES, type DefaultSeverity } from '#senders/plugin-api/default-severity.js';
import { MAX_LABEL_LENGTH, MAX_LABEL_NAME_LENGTH } from '#senders/plugin-api/event.js';
import { isObject } from '#shared/kernel/json.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import {
  HEARTBEAT_CHECKS,
  normalizeHeartbeats,
  type HeartbeatMatcher,
  type HeartbeatsMode,
} from './heartbeat-settings.js';
import type { IntervalTerms } from './heartbeat-terms.js';
import { NO_SIGNATURE, parseSigning, type SignatureSettings } from './signature-settings.js';

/** No limit. */
export const UNLIMITED = -1;

export interface WebhookSettings {
  /** Whether repeated alarms are counted on their alert instead of being stored as events. */
  readonly deduplicate: boolean;
  /** Seconds without an alarm after which an open alert is closed as STALE. */
  readonly stale_after: number;
  /** Deliveries per second. Excess deliveries are rejected. -1: no limit. */
  readonly max_rate: number;
  /** Deliveries that may wait for processing. Further deliveries are rejected. -1: no limit. */
  readonly max_backlog: number;
  /** The severity of alarms whose sender gives none; `AUTO`: derived from their text. */
  readonly default_severity: DefaultSeverity;
  /** Labels of all events of the webhook, over those of the sender. */
  readonly labels: Readonly<Record<string, string>>;
  /** The heartbeat that any delivery pings. */
  readonly heartbeat: IntervalTerms | null;
  /** Whether the first ping of a name creates its heartbeat. */
  readonly heartbeats: HeartbeatsMode;
  /** The alarms that ping a heartbeat instead of becoming events. */
  readonly heartbeat_of: HeartbeatMatcher | null;
  /** When an event key counts as flapping; `null`: never. */
  readonly flap: FlapSettings | null;
  /** How deliveries must be signed. */
  readonly signature: SignatureSettings;
}

const DAY_SECONDS = 86_400;

export const DEFAULT_SETTINGS: WebhookSettings = {
  deduplicate: true,
  stale_after: 30 * DAY_SECONDS,
  max_rate: UNLIMITED,
  max_backlog: UNLIMITED,
  default_severity: 'AUTO',
  labels: {},
  heartbeat: null,
  heartbeats: 'MANUAL',
  heartbeat_of: null,
  flap: { count: 5, window: 3600 },
  signature: NO_SIGNATURE,
};

/** Returns what is wrong with a value, as the end of a sentence that begins with the field; or the same for a field inside it. */
type Check = (value: unknown) => string | { readonly field: string; readonly reason: string } | undefined;

const createIntegerCheck =
  (min: number, max: number, unlimited = false): Check =>
  (value) =>
    (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) ||
    (unlimited && value === UNLIMITED)
      ? undefined
      : `must be a whole number from ${min} to ${max}${unlimited ? `, or ${UNLIMITED} for no limit` : ''}`;

export const MAX_WEBHOOK_LABELS = 16;

function checkLabels(value: unknown): string | undefined {
  const labels = isObject(value) ? Object.entries(value) : [];
  return isObject(value) &&
    labels.length <= MAX_WEBHOOK_LABELS &&
    labels.every(
      ([name, text]) => isText(name, MAX_LABEL_NAME_LENGTH) && name !== '' && isText(text, MAX_LABEL_LENGTH),
    )
    ? undefined
    : `must be an object of at most ${MAX_WEBHOOK_LABELS} texts, with names of 1 to ${MAX_LABEL_NAME_LENGTH} and texts of at most ` +
        `${MAX_LABEL_LENGTH} characters`;
}

const isText = (value: unknown, limit: number): boolean => typeof value === 'string' && value.length <= limit;

const CHECKS: Readonly<Record<keyof Omit<WebhookSettings, 'signature'>, Check>> = {
  deduplicate: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  stale_after: createIntegerCheck(60, 366 * DAY_SECONDS),
  max_rate: createIntegerCheck(1, 1_000_000, true),
  max_backlog: createIntegerCheck(1, 100_000_000, true),
  default_severity: (value) =>
    DEFAULT_SEVERITIES.some((one) => one === value)
      ? undefined
      : `must be one of ${DEFAULT_SEVERITIES.join(', ')}`,
  labels: checkLabels,
  ...HEARTBEAT_CHECKS,
  flap: checkFlap,
};

/** Settings and signing secrets. Secrets are settings too, but are never stored with the others. */
export interface SettingsAndSecrets {
  readonly settings: WebhookSettings;
  readonly signing_secrets: readonly string[];
}

export type SettingChanges = { readonly [Name in keyof WebhookSettings]?: unknown };

/**
 * Returns the settings after a request that changes some of them. Undefined settings stay.
 * @throws ERROR_INVALID_PARAMETER naming every unknown or unusable one.
 */
export function changeSettings(
  current: SettingsAndSecrets,
  { signature, ...changes }: SettingChanges,
): SettingsAndSecrets {
  const definedChanges = Object.entries(changes).filter(([, value]) => value !== undefined);
  const parsedSigning =
    signature === undefined ? undefined : parseSigning(current.signing_secrets, signature);
  const errors = definedChanges.flatMap(([name, value]) => {
    const check = isSetting(name) ? CHECKS[name] : undefined;
    const problem = check
      ? check(value)
      : `is not a setting; they are ${[...Object.keys(CHECKS), 'signature'].join(', ')}`;
    if (problem === undefined) return [];
    if (typeof problem === 'string') return [{ field: `settings.${name}`, reason: problem }];
    return [{ field: `settings.${name}.${problem.field}`, reason: problem.reason }];
  });
  if (parsedSigning !== undefined && 'errors' in parsedSigning) errors.push(...parsedSigning.errors);
  if (errors[0]) {
    const { field, reason } = errors[0];
    throw new DomainError('ERROR_INVALID_PARAMETER', 'invalid', `${field} ${reason}`, { errors });
  }
  const settings = normalizeHeartbeats({ ...current.settings, ...Object.fromEntries(definedChanges) });
  if (parsedSigning === undefined || 'errors' in parsedSigning)
    return { settings, signing_secrets: current.signing_secrets };
  return {
    settings: { ...settings, signature: parsedSigning.signing.signature },
    signing_secrets: parsedSigning.signing.secrets,
  };
}

function isSetting(name: string): name is keyof typeof CHECKS {
  return Object.hasOwn(CHECKS, name);
}

/** When a key counts as flapping: it opened `count` alerts within `window` seconds. */
export interface FlapSettings {
  readonly count: number;
  readonly window: number;
}

export const FLAP_RANGES = {
  count: { min: 2, max: 50 },
  window: { min: 60, max: 86_400 },
} as const satisfies Record<keyof FlapSettings, { readonly min: number; readonly max: number }>;

function checkFlap(value: unknown): string | { readonly field: string; readonly reason: string } | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) {
    return 'must be an object with `count` and `window`, or null';
  }
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const unknown = entries.find(([name]) => !Object.hasOwn(FLAP_RANGES, name));
  if (unknown) return { field: unknown[0], reason: 'is unknown; allowed are count, window' };
  for (const [field, { min, max }] of Object.entries(FLAP_RANGES)) {
    const [, one] = entries.find(([name]) => name === field) ?? [];
    if (!Number.isInteger(one) || Number(one) < min || Number(one) > max) {
      return { field, reason: `must be a whole number from ${min} to ${max}` };
    }
  }
  return undefined;
}
