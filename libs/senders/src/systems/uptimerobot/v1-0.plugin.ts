import type { Plugin } from '../../plugin-api/plugin.js';
import { instantOf } from '../../vocabulary/instant.js';
import { named } from '../../vocabulary/named.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { monitorAndState, UPTIMEROBOT, uptimerobot } from './plugin.js';

/** Version 1.0.0. From a custom body it reads no title, and no time except `alertDateTime`. */
export const uptimerobotV1_0: Plugin = {
  ...uptimerobot,
  version: '1.0.0',
  samples: uptimerobot.samples.slice(0, 7),
  parse: alarmsOf({
    ...UPTIMEROBOT,
    title: monitorAndState,
    occurred_at: (alarm) => instantOf(named('alertDateTime')(alarm) ?? null),
  }),
};
