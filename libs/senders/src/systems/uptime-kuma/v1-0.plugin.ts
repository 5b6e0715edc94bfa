import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { UPTIME_KUMA, uptimeKuma } from './plugin.js';

/** Version 1.0.0. It opens an alert for each body with only a message. */
export const uptimeKumaV1_0: Plugin = {
  ...uptimeKuma,
  version: '1.0.0',
  samples: uptimeKuma.samples.slice(0, 12),
  parse: createParser(UPTIME_KUMA),
};
