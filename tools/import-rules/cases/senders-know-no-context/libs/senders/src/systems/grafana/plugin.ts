import { QUEUES } from '#monitoring/contracts/queues.js';

export const queue = QUEUES.deliveries;
