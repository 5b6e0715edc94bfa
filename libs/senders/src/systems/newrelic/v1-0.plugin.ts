import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { APM_ALERT, namedResource } from './apm-alert.js';
import { INCIDENT, createStateReader, STATES_V1_0 } from './incident.js';
import { ISSUE, newrelic } from './plugin.js';

/** Version 1.0.0. It takes `INCIDENT_CLOSE` without a `current_state` for an ALERT. */
export const newrelicV1_0: Plugin = {
  ...newrelic,
  version: '1.0.0',
  samples: newrelic.samples.slice(0, 19),
  parse: createMultiFormatParser(
    ISSUE,
    { ...INCIDENT, event_type: createStateReader(STATES_V1_0) },
    { ...APM_ALERT, resource: namedResource },
  ),
};
