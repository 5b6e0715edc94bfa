import { readEnv } from '#shared/platform/config/env.js';

export const read = readEnv;
