import { DomainError } from '#shared/kernel/domain-error.js';
import type { Protocol } from '../../protocols/protocol.js';
import { validateGroup, type Group } from '../domain/group.js';

/** Returns a valid group; `undefined` leaves the stored one unchanged. @throws ERROR_INVALID_PARAMETER */
export function resolveGroup(
  given: Group | null | undefined,
  { protocol_id, tellsOnlyAlerts = false }: Pick<Protocol, 'protocol_id' | 'tellsOnlyAlerts'>,
): Group | null | undefined {
  if (given === undefined || given === null) return given;
  if (tellsOnlyAlerts) {
    const remedy = `leave it out, or use another protocol such as webhook`;
    throw DomainError.invalid(
      'group',
      `is not supported by ${protocol_id}, which sends each change as it was posted: ${remedy}`,
    );
  }
  return validateGroup(given);
}
