import { PostgresDeliveryLog } from '../../infrastructure/postgres-delivery-log.js';

export const log = PostgresDeliveryLog;
