import type { Plugin } from '../../plugin-api/plugin.js';
import { parseInstant } from '../../vocabulary/instant.js';
import { fuzzyField } from '../../vocabulary/fuzzy-field.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { monitorAndState, UPTIMEROBOT, uptimerobot } from './plugin.js';

/** Version 1.0.0. From a custom body it reads no title, and no time except `alertDateTime`. */
export const uptimerobotV1_0: Plugin = {
  ...uptimerobot,
  version: '1.0.0',
  samples: uptimerobot.samples.slice(0, 7),
  parse: createParser({
    ...UPTIMEROBOT,
    title: monitorAndState,
    occurred_at: (alarm) => parseInstant(fuzzyField('alertDateTime')(alarm) ?? null, alarm.delivery.words),
  }),
};
