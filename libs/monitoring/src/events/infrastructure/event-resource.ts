import { lowestUuid } from '#shared/query/instant.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import type { CountedResource } from '#shared/platform/persistence/query-engine.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { type RollUp, tryRollUp } from '../tables/roll-up.js';
import { EVENT_FIELDS, FURTHER_KEYWORDS } from '../domain/event-record.js';

export const EVENT_SERIALIZER = new RecordSerializer(EVENT_FIELDS);

const HIGHEST_ID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

function newestEventsSince(floor: number): NonNullable<Resource['newest']> {
  return ({ domain, before = HIGHEST_ID, many }) =>
    `newest_events(${domain}, '${lowestUuid(floor)}', ${before}, ${many})`;
}

export const EVENTS: Resource = {
  name: 'Event',
  relation: 'event',
  id: 'event_id',
  ...toQueryFields(EVENT_FIELDS),
  synonyms: { resource_id: 'resource.resource_id' },
  keywords: ['event_id', 'title'],
  keywordsInTimeRange: FURTHER_KEYWORDS,
  order: [{ key: 'created_at', desc: true }],
  newest: newestEventsSince(0),
  minimal: ['event_id', 'event_key', 'event_type', 'title', 'severity', 'alert_id'],
};

export const EVENT_ROLL_UP: RollUp = {
  resource: EVENTS,
  table: 'event',
  keys: ['domain_id', 'webhook_id', 'project_id', 'event_type', 'severity'],
  timeField: 'created_at',
  buildBound: (sign, at) => `event_id ${sign} '${lowestUuid(at)}'`,
};

/** Leaves out events that arrived before the retention floor. @param floor milliseconds since the epoch */
export function eventsSince(floor: number | undefined): CountedResource {
  const quicker: CountedResource['findQuickerResource'] = (asked, now) =>
    tryRollUp(EVENT_ROLL_UP, asked, now, floor);
  if (floor === undefined) return { ...EVENTS, findQuickerResource: quicker };
  const relation = `(select * from event where event_id >= '${lowestUuid(floor)}')`;
  return { ...EVENTS, findQuickerResource: quicker, relation, newest: newestEventsSince(floor) };
}
