import { join } from 'node:path';
import { checkout } from '../tools/start/checkout.js';

/** A compile cache that the processes of tests share. It saves a third of their start-up time. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(checkout(), 'node_modules/.cache/tests') };
