import type { Plugin } from '../../plugin-api/plugin.js';
import { severity } from '../../vocabulary/severity.js';
import { API_REQUEST_V1_0 } from './alert-api.js';
import { createOpsgenieParser, opsgenie, WEBHOOK } from './plugin.js';

/** Version 1.0.0. It reads no priorities without their letter, and no severity of the details. */
export const opsgenieV1_0: Plugin = {
  ...opsgenie,
  version: '1.0.0',
  samples: opsgenie.samples.slice(0, 6),
  parse: createOpsgenieParser({ ...WEBHOOK, severity: severity('alert.priority') }, API_REQUEST_V1_0),
};
