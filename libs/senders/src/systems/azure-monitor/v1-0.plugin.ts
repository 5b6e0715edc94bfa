import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { alertId, COMMON_ALERT, resolvedAt } from './common-alert.js';
import { parseNotice } from './event-grid.js';
import { azureMonitor, OTHER_FORMATS } from './plugin.js';

const parseAlert = createMultiFormatParser(
  { ...COMMON_ALERT, event_key: alertId, resolved_at: resolvedAt },
  ...OTHER_FORMATS,
);

/** Version 1.0.0. It uses a separate key for each entry of the activity log, even for one that ends a problem. */
export const azureMonitorV1_0: Plugin = {
  ...azureMonitor,
  version: '1.0.0',
  samples: azureMonitor.samples.slice(0, 14),
  parse: (delivery, options) => parseNotice(delivery.body) ?? parseAlert(delivery, options),
};
