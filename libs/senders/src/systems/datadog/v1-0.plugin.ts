import type { Plugin } from '../../plugin-api/plugin.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { AS_OF_1_0 } from './monitor-event.js';
import { datadog, datadogEvent } from './plugin.js';

/** Read of a title no priority and no host, and neither those of tests nor those before 2016. */
export const datadogV1_0: Plugin = {
  ...datadog,
  version: '1.0.0',
  samples: datadog.samples.slice(0, 8),
  parse: alarmsOf(datadogEvent(AS_OF_1_0)),
};
