import type { EventFilter, EventInfo } from '../../domain/event-record.js';

/** Whether an event is one that a list with this filter would show. */
export function passes(event: EventInfo, filter: EventFilter): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    if (wanted === undefined) return true;
    if (field === 'resource_id') return event.resource.resource_id === wanted;
    return event[field as keyof EventInfo] === wanted;
  });
}
