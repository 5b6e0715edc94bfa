import type { Plugin } from '../../plugin-api/plugin.js';
import { severity } from '../../vocabulary/severity.js';
import { createOpsgenieParser, opsgenie, WEBHOOK } from './plugin.js';

/** Version 1.0.0. It does not read priorities without their letter. */
export const opsgenieV1_0: Plugin = {
  ...opsgenie,
  version: '1.0.0',
  samples: opsgenie.samples.slice(0, 6),
  parse: createOpsgenieParser({ ...WEBHOOK, severity: severity('alert.priority') }),
};
