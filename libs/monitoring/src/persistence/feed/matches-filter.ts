import type { AlertFilter, AlertInfo } from '../../alerts/domain/alert-record.js';
import type { EventFilter, EventInfo } from '../../events/domain/event-record.js';

export type FollowedRecord = EventInfo | AlertInfo;
export type FollowedFilter = EventFilter | AlertFilter;

export function matchesFilter(record: FollowedRecord, filter: FollowedFilter): boolean {
  return Object.entries(filter).every(([field, expected]) => {
    if (expected === undefined) return true;
    if (field === 'resource_id') return record.resource.resource_id === expected;
    return record[field as keyof FollowedRecord] === expected;
  });
}
