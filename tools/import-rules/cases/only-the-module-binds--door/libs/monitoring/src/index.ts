export { PostgresDeliveryLog } from './infrastructure/postgres-delivery-log.js';
