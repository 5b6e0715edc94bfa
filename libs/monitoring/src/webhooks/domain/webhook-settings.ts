import { DomainError } from '#shared/kernel/domain-error.js';
import { NO_SIGNATURE, readSigning, type SignatureSettings } from './signature-settings.js';
import type { HeartbeatTerms } from '../../heartbeats/domain/heartbeat-terms.js';
import { checkFlap, type FlapTerms } from './flap-settings.js';
import {
  HEARTBEAT_CHECKS,
  normalHeartbeats,
  type HeartbeatOf,
  type HeartbeatsMode,
} from './heartbeat-settings.js';
import { DEFAULT_SEVERITIES, type DefaultSeverity } from '#senders/plugin-api/unstated-severity.js';

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
  /** The heartbeat that any delivery pings. */
  readonly heartbeat: HeartbeatTerms | null;
  /** Whether the first ping of a name creates its heartbeat. */
  readonly heartbeats: HeartbeatsMode;
  /** The alarms that ping a heartbeat instead of becoming events. */
  readonly heartbeat_of: HeartbeatOf | null;
  /** When an event key counts as flapping; `null`: never. */
  readonly flap: FlapTerms | null;
  /** How deliveries must be signed. */
  readonly signature: SignatureSettings;
}

const DAY = 86_400;

export const DEFAULT_SETTINGS: WebhookSettings = {
  deduplicate: true,
  stale_after: 30 * DAY,
  max_rate: UNLIMITED,
  max_backlog: UNLIMITED,
  default_severity: 'AUTO',
  heartbeat: null,
  heartbeats: 'MANUAL',
  heartbeat_of: null,
  flap: { count: 5, window: 3600 },
  signature: NO_SIGNATURE,
};

/** Returns what is wrong with a value, as the end of a sentence that begins with the field; or the same for a field inside it. */
type Check = (value: unknown) => string | { readonly field: string; readonly reason: string } | undefined;

const wholeNumber =
  (min: number, max: number, unlimited = false): Check =>
  (value) =>
    (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) ||
    (unlimited && value === UNLIMITED)
      ? undefined
      : `must be a whole number from ${min} to ${max}${unlimited ? `, or ${UNLIMITED} for no limit` : ''}`;

const CHECKS: Readonly<Record<keyof Omit<WebhookSettings, 'signature'>, Check>> = {
  deduplicate: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  stale_after: wholeNumber(60, 366 * DAY),
  max_rate: wholeNumber(1, 1_000_000, true),
  max_backlog: wholeNumber(1, 100_000_000, true),
  default_severity: (value) =>
    DEFAULT_SEVERITIES.some((one) => one === value)
      ? undefined
      : `must be one of ${DEFAULT_SEVERITIES.join(', ')}`,
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
export function changedSettings(
  current: SettingsAndSecrets,
  { signature, ...changes }: SettingChanges,
): SettingsAndSecrets {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const read = signature === undefined ? undefined : readSigning(current.signing_secrets, signature);
  const errors = given.flatMap(([name, value]) => {
    const check = isSetting(name) ? CHECKS[name] : undefined;
    const found = check
      ? check(value)
      : `is not a setting; they are ${[...Object.keys(CHECKS), 'signature'].join(', ')}`;
    if (found === undefined) return [];
    if (typeof found === 'string') return [{ field: `settings.${name}`, reason: found }];
    return [{ field: `settings.${name}.${found.field}`, reason: found.reason }];
  });
  if (read !== undefined && 'errors' in read) errors.push(...read.errors);
  if (errors[0]) {
    const { field, reason } = errors[0];
    throw new DomainError('ERROR_INVALID_PARAMETER', 'invalid', `${field} ${reason}`, { errors });
  }
  const settings = normalHeartbeats({ ...current.settings, ...Object.fromEntries(given) });
  if (read === undefined || 'errors' in read) return { settings, signing_secrets: current.signing_secrets };
  return {
    settings: { ...settings, signature: read.signing.signature },
    signing_secrets: read.signing.secrets,
  };
}

function isSetting(name: string): name is keyof typeof CHECKS {
  return Object.hasOwn(CHECKS, name);
}
