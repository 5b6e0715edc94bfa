import {
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { ON_CALL, GetOnCall, ListOnCalls, StatOnCalls } from '../application/read-on-calls.js';

export const ON_CALL_RECORD = new RecordSerializer(ON_CALL);

/** Schedules with what their last check found. Excludes the addresses of calendars. */
export const ON_CALL_RELATION = `(
  select o.on_call_id, o.name, case when o.rotation is null then 'CALENDAR' else 'ROTATION' end as source, o.timezone, o.members,
    o.rotation, o.ical_url_shown, o.overrides, o.managed_by, o.created_by, o.domain_id, o.created_at, o.updated_at,
    h.checked_at, h.read_at, h.failing_since, h.last_error, h.warnings, h.unknown_names, h.gaps, h.next_gap_at
  from on_call o join on_call_health h on h.on_call_id = o.on_call_id)`;

/** The fields of schedules for the query language. */
export const ON_CALLS: Resource = {
  name: 'OnCall',
  relation: ON_CALL_RELATION,
  id: 'on_call_id',
  ...toQueryFields(ON_CALL),
  keywords: ['on_call_id', 'name'],
  order: [{ key: 'created_at', desc: true }],
  minimal: ['on_call_id', 'name', 'source'],
};

/** The number of each source. */
const BY_SOURCE = {
  aggregate: [
    { group: { keys: [{ key: 'source' }], fields: [{ name: 'count', operator: 'count' }] } },
    { sort: { keys: [{ key: 'source' }] } },
  ],
};

/** The handlers of the queries of schedules. */
export const ON_CALL_READS = [
  createGetHandler(GetOnCall, ON_CALLS, ON_CALL_RECORD, 'on_call', 'schedule'),
  createListHandler(ListOnCalls, ON_CALLS, ON_CALL_RECORD),
  createStatHandler(StatOnCalls, ON_CALLS, { query: BY_SOURCE }),
];
