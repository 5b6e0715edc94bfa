import {
  COUNT_ALL,
  createListHandler,
  createStatHandler,
} from '#shared/platform/persistence/read-handlers.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { ListHeartbeats, StatHeartbeats } from '../application/read-heartbeats.js';
import { HEARTBEAT_FIELDS } from '../domain/heartbeat-record.js';

export const HEARTBEAT_RECORD = new RecordSerializer(HEARTBEAT_FIELDS);

export const HEARTBEATS: Resource = {
  name: 'Heartbeat',
  relation: 'heartbeat',
  id: 'heartbeat_id',
  ...toQueryFields(HEARTBEAT_FIELDS),
  keywords: ['heartbeat_id', 'name'],
  order: [{ key: 'heartbeat_id' }],
  minimal: ['heartbeat_id', 'name', 'state', 'last_ping_at'],
};

/** The handlers of lists and statistics of heartbeats. */
export const HEARTBEAT_READS = [
  createListHandler(ListHeartbeats, HEARTBEATS, HEARTBEAT_RECORD),
  createStatHandler(StatHeartbeats, HEARTBEATS, COUNT_ALL),
];
