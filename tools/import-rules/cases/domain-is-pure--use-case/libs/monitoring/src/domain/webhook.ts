import type { DeliveryLog } from '../application/ports/delivery-log.js';

export type Log = DeliveryLog;
