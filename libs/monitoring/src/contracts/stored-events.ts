import type { EventInfo } from '../events/domain/event-record.js';

export { HOPS_INFO, type EventInfo } from '../events/domain/event-record.js';

/** The maximum length of `raw_data` of events that are passed on, in characters. */
export const MAX_PASSED_RAW_DATA = 65_536;

/** A public id with its domain. */
export interface EventKey {
  readonly domain_id: string;
  readonly event_id: string;
}

/** Events, for a context that passes them on. */
export abstract class StoredEvents {
  /**
   * Returns these events by id, with `null` for `raw_data` of more than {@link MAX_PASSED_RAW_DATA} characters. Those that are no
   * longer kept, and those of another domain, are missing. One statement, whatever their number.
   */
  abstract find(wanted: readonly EventKey[]): Promise<ReadonlyMap<string, EventInfo>>;
}
