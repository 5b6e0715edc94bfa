import type { AlertFilter, AlertInfo } from '../../alerts/domain/alert-record.js';
import type { EventFilter, EventInfo } from '../../events/domain/event-record.js';

export type FollowedRecord = EventInfo | AlertInfo;
export type FollowedFilter = EventFilter | AlertFilter;

export function passes(record: FollowedRecord, filter: FollowedFilter): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    if (wanted === undefined) return true;
    if (field === 'resource_id') return record.resource.resource_id === wanted;
    return record[field as keyof FollowedRecord] === wanted;
  });
}
