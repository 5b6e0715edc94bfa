import type { Plugin } from '../../plugin-api/plugin.js';
import { icinga, parseNotification } from './plugin.js';

/** Read no body with objects for host, service and check. */
export const icingaV1_0: Plugin = {
  ...icinga,
  version: '1.0.0',
  samples: icinga.samples.slice(0, 21),
  parse: parseNotification,
};
