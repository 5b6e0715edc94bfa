import { join } from 'node:path';
import { checkout } from '../start/checkout.js';

const isGiven = (value: string | undefined) => value !== undefined && value.trim() !== '';

/**
 * Keeps the data of the demonstration apart, unless the caller says where, lets messages reach its receiver in this process, and
 * keeps deliveries for longer than its history: retention would find most of it due at once, and refuses to drop that much.
 */
export function toDemoEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATA_DIR, DATABASE_URL, DELIVERY_RETENTION, NOTIFICATION_ALLOW } = env;
  return {
    ...env,
    ...(!isGiven(DATA_DIR) && !isGiven(DATABASE_URL) && { DATA_DIR: join(checkout(), '.tocsin-demo') }),
    ...(!isGiven(DELIVERY_RETENTION) && { DELIVERY_RETENTION: '30' }),
    NOTIFICATION_ALLOW: [...(isGiven(NOTIFICATION_ALLOW) ? [NOTIFICATION_ALLOW] : []), '127.0.0.1'].join(),
  };
}
