import {
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import {
  SILENCE_STATES,
  SILENCE,
  GetSilence,
  ListSilences,
  StatSilences,
} from '../application/read-silences.js';

export const SILENCE_RECORD = new RecordSerializer(SILENCE);

/** Silences with their state, which depends on the time. Excludes tombstones. */
export const SILENCE_RELATION = `(
  select s.*, case
      when s.ends_at <= statement_timestamp() then 'EXPIRED'
      when s.starts_at > statement_timestamp() then 'PENDING'
      else 'ACTIVE' end as state
  from silence s where s.deleted_at is null)`;

/** The fields of silences for the query language. */
export const SILENCES: Resource = {
  name: 'Silence',
  relation: SILENCE_RELATION,
  id: 'silence_id',
  ...toQueryFields(SILENCE),
  keywords: ['silence_id', 'name', 'reason'],
  order: [{ key: 'created_at', desc: true }],
  minimal: ['silence_id', 'name', 'state', 'starts_at', 'ends_at'],
};

/** The handlers of the queries of silences. */
export const SILENCE_READS = [
  createGetHandler(GetSilence, SILENCES, SILENCE_RECORD, 'silence'),
  createListHandler(ListSilences, SILENCES, SILENCE_RECORD),
  createStatHandler(StatSilences, SILENCES, { states: SILENCE_STATES }),
];
