import {
  COUNT_ALL,
  createGetHandler,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import {
  INHIBITION,
  GetInhibition,
  ListInhibitions,
  StatInhibitions,
} from '../application/read-inhibitions.js';

const INHIBITION_RECORD = new RecordSerializer(INHIBITION);

/** The fields of inhibitions for the query language. Excludes tombstones. */
const INHIBITIONS: Resource = {
  name: 'Inhibition',
  relation: '(select * from inhibition where deleted_at is null)',
  id: 'inhibition_id',
  ...toQueryFields(INHIBITION),
  keywords: ['inhibition_id', 'name'],
  order: [{ key: 'created_at', desc: true }],
  minimal: ['inhibition_id', 'name', 'enabled'],
};

/** The handlers of the queries of inhibitions. */
export const INHIBITION_READS = [
  createGetHandler(GetInhibition, INHIBITIONS, INHIBITION_RECORD, 'inhibition'),
  createListHandler(ListInhibitions, INHIBITIONS, INHIBITION_RECORD),
  createStatHandler(StatInhibitions, INHIBITIONS, COUNT_ALL),
];
