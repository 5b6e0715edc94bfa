import type { Plugin } from '../../plugin-api/plugin.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { V1_0 } from './monitor-event.js';
import { datadog, createDatadogFormat } from './plugin.js';

/** Version 1.0.0. It reads no priority and no host from titles, and does not know titles of tests or from before 2016. */
export const datadogV1_0: Plugin = {
  ...datadog,
  version: '1.0.0',
  samples: datadog.samples.slice(0, 8),
  parse: createParser(createDatadogFormat(V1_0)),
};
