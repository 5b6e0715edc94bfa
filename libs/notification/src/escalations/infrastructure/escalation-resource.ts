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
  ESCALATION,
  GetEscalation,
  ListEscalations,
  StatEscalations,
} from '../application/read-escalations.js';

const ESCALATION_RECORD = new RecordSerializer(ESCALATION);

/** The fields of policies for the query language. Excludes tombstones. */
const ESCALATIONS: Resource = {
  name: 'Escalation',
  relation: '(select * from escalation where deleted_at is null)',
  id: 'escalation_id',
  ...toQueryFields(ESCALATION),
  keywords: ['escalation_id', 'name'],
  order: [{ key: 'created_at', desc: true }],
  minimal: ['escalation_id', 'name', 'until'],
};

/** The handlers of the queries of policies. */
export const ESCALATION_READS = [
  createGetHandler(GetEscalation, ESCALATIONS, ESCALATION_RECORD, 'escalation'),
  createListHandler(ListEscalations, ESCALATIONS, ESCALATION_RECORD),
  createStatHandler(StatEscalations, ESCALATIONS, COUNT_ALL),
];
