import type { Plugin } from '../../plugin-api/plugin.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { UPTIME_KUMA, uptimeKuma } from './plugin.js';

/** Opened an alert for each message that comes alone. */
export const uptimeKumaV1_0: Plugin = {
  ...uptimeKuma,
  version: '1.0.0',
  samples: uptimeKuma.samples.slice(0, 12),
  parse: alarmsOf(UPTIME_KUMA),
};
