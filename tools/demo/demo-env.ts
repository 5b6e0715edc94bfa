import { join } from 'node:path';
import { checkout } from '../start/checkout.js';

const isGiven = (value: string | undefined) => value !== undefined && value.trim() !== '';

/** Keeps the data of the demonstration apart, unless the caller says where, and lets messages reach its receiver in this process. */
export function toDemoEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DATA_DIR, DATABASE_URL, NOTIFICATION_ALLOW } = env;
  return {
    ...env,
    ...(!isGiven(DATA_DIR) && !isGiven(DATABASE_URL) && { DATA_DIR: join(checkout(), '.tocsin-demo') }),
    NOTIFICATION_ALLOW: [...(isGiven(NOTIFICATION_ALLOW) ? [NOTIFICATION_ALLOW] : []), '127.0.0.1'].join(),
  };
}
