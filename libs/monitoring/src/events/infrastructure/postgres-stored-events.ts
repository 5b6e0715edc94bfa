import { Injectable } from '@nestjs/common';
import { parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import { MAX_PASSED_RAW_DATA, StoredEvents, type EventKey } from '../../contracts/stored-events.js';
import { EVENT_FIELDS, type EventInfo } from '../domain/event-record.js';
import { EVENT_SERIALIZER } from './event-resource.js';

/** Milliseconds. */
const TIMEOUT_MS = 3_000;
/**
 * Bytes of the stored form, from which on `raw_data` is not even read. The stored form of a text that is short enough may be four
 * times as long, because of its numbers.
 */
const MAX_STORED_RAW_DATA = 4 * MAX_PASSED_RAW_DATA;

const SHORT_FIELDS = Object.keys(EVENT_FIELDS).filter((name) => name !== 'raw_data');

interface EventRow {
  /** One character longer than the maximum, if it is longer than that. */
  readonly raw_data: string | null;
}

@Injectable()
export class PostgresStoredEvents extends StoredEvents {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {
    super();
  }

  async find(wanted: readonly EventKey[]): Promise<ReadonlyMap<string, EventInfo>> {
    if (wanted.length === 0) return new Map();
    // Several notifications of a change are usually sent together.
    const domains = new Map(wanted.map(({ domain_id, event_id }) => [parseId('event', event_id), domain_id]));
    const ids = [...domains.keys()].toSorted();
    const domainIds = ids.map((id) => domains.get(id) ?? '');
    const { rows } = await this.pool.query<EventRow>({
      name: 'events to pass on',
      // Each event is looked up by itself: a plan from the time when the table was small would read all events of the domains.
      // The bounds let PostgreSQL skip other partitions.
      text: `
        select found.* from unnest($1::text[], $2::uuid[], $5::uuid[]) as wanted (domain_id, event_id, floor) cross join lateral (
          select ${EVENT_SERIALIZER.select(SHORT_FIELDS)},
            case when pg_column_size(r.raw_data) <= ${MAX_STORED_RAW_DATA}
              then left(r.raw_data::text, ${MAX_PASSED_RAW_DATA + 1}) end as raw_data
          from event r
          where r.domain_id = wanted.domain_id and r.event_id = wanted.event_id and r.event_id between $3 and $4
            and r.event_id >= wanted.floor
          offset 0
        ) as found`,
      values: [domainIds, ids, ids[0], ids.at(-1), domainIds.map((id) => this.floors.lowestId(id))],
      query_timeout: TIMEOUT_MS,
    });
    return new Map(rows.map(readEvent).map((event) => [event.event_id, event]));
  }
}

function readEvent(row: EventRow): EventInfo {
  const isLong = (row.raw_data?.length ?? 0) > MAX_PASSED_RAW_DATA;
  return EVENT_SERIALIZER.read(isLong ? { ...row, raw_data: null } : row);
}
