import { DomainError } from '#shared/kernel/domain-error.js';
import type { CalendarAddresses } from './ports/calendar-addresses.js';

const MASKED = /\/\*\*\*$/;

/**
 * Returns the address that a calendar is read from. May use the network, so it must not run while rows are locked.
 * @param given `undefined`, or masked, leaves the stored one unchanged
 * @throws ERROR_INVALID_PARAMETER
 */
export async function resolveAddress(
  given: string | null | undefined,
  addresses: CalendarAddresses,
): Promise<string | null | undefined> {
  if (given === undefined || given === null) return given;
  // What calendars call a subscription is a download.
  const address = given.trim().replace(/^webcals?:\/\//i, 'https://');
  if (MASKED.test(address)) return address;
  const refusal = await addresses.refusal(address);
  if (refusal !== undefined) throw DomainError.invalid('ical_url', refusal);
  return address;
}
