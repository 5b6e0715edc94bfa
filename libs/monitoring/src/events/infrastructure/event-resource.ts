import { lowestUuid } from '#shared/query/instant.js';
import { describedBy } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import type { CountedResource } from '#shared/platform/persistence/counted-resource.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import type { RollUp } from '../../persistence/roll-up-relation.js';
import { rollUpFor } from '../../persistence/roll-up.js';
import { EVENT } from '../domain/event-record.js';

export const EVENT_RECORD = new RecordSerializer(EVENT);

const LAST_ID = `'ffffffff-ffff-ffff-ffff-ffffffffffff'`;

function newestSince(floor: number): NonNullable<Resource['newest']> {
  return ({ domain, before = LAST_ID, many }) =>
    `newest_events(${domain}, '${lowestUuid(floor)}', ${before}, ${many})`;
}

export const EVENTS: Resource = {
  name: 'Event',
  relation: 'event',
  id: 'event_id',
  ...describedBy(EVENT),
  synonyms: { resource_id: 'resource.resource_id' },
  keywords: ['event_id', 'title'],
  order: [{ key: 'created_at', desc: true }],
  newest: newestSince(0),
  minimal: ['event_id', 'event_key', 'event_type', 'title', 'severity', 'alert_id'],
};

export const EVENT_ROLL_UP: RollUp = {
  of: EVENTS,
  table: 'event',
  keys: ['domain_id', 'webhook_id', 'project_id', 'event_type', 'severity'],
  time: 'created_at',
  bound: (sign, at) => `event_id ${sign} '${lowestUuid(at)}'`,
};

/** Leaves out events that arrived before the retention floor. @param floor milliseconds since the epoch */
export function eventsSince(floor: number | undefined): CountedResource {
  const quicker: CountedResource['quicker'] = (asked, now) => rollUpFor(EVENT_ROLL_UP, asked, now, floor);
  if (floor === undefined) return { ...EVENTS, quicker };
  const relation = `(select * from event where event_id >= '${lowestUuid(floor)}')`;
  return { ...EVENTS, quicker, relation, newest: newestSince(floor) };
}
