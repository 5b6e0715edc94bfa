import { ALERT_MESSAGE_TYPES } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Protocol } from '../../protocols/protocol.js';
import { SERVICE_KINDS, SOURCE_KINDS } from '../domain/service-kinds.js';

/** All kinds of notifications that a subscription can want. */
export const NOTIFICATION_KINDS: readonly string[] = [...ALERT_MESSAGE_TYPES, ...SERVICE_KINDS];

/** Returns valid kinds, each once, in a fixed order. Without `given`: the default kinds. @throws ERROR_INVALID_PARAMETER */
export function validateKinds(
  given: readonly string[] | undefined,
  { tellsOnlyAlerts = false }: Pick<Protocol, 'tellsOnlyAlerts'>,
): readonly string[] {
  const allowed = tellsOnlyAlerts ? ALERT_MESSAGE_TYPES : NOTIFICATION_KINDS;
  if (given === undefined) return allowed.filter((kind) => !OPT_IN_KINDS.has(kind));
  if (given.length === 0) throw DomainError.invalid('kinds', 'must not be empty');
  if (given.some((kind) => !(allowed as readonly string[]).includes(kind)))
    throw DomainError.invalid('kinds', `must be of ${allowed.join(', ')}`);
  return allowed.filter((kind) => given.includes(kind));
}

/**
 * Kinds that a subscription gets only if it names them. The alerts of heartbeats are already sent as alerts, and the
 * quarantine concerns only those who set up webhooks.
 */
const OPT_IN_KINDS: ReadonlySet<string> = new Set([...SOURCE_KINDS, 'delivery.quarantined']);
