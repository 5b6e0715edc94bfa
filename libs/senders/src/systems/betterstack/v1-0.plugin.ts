import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { betterstack, DEFAULT_BODY } from './plugin.js';

/** Version 1.0.0. It does not parse flat bodies. */
export const betterstackV1_0: Plugin = {
  ...betterstack,
  version: '1.0.0',
  samples: betterstack.samples.slice(0, 8),
  parse: createParser(DEFAULT_BODY),
};
