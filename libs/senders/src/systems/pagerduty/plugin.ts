import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { formatsOf } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { answer, recognisesPath } from './answer.js';
import { EVENTS_V1, EVENTS_V2 } from './events-api.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { MESSAGES, V3 } from './webhooks.js';

/** Both directions of PagerDuty: requests to its Events API, and its own webhooks. */
export const pagerduty: Plugin = {
  plugin_id: 'pagerduty',
  version: '1.0.0',
  name: 'PagerDuty',
  provider: 'pagerduty',
  docs: guideOf('systems/pagerduty'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/pagerduty'),
  recognises: anyShape(
    shaped('routing_key', 'event_action'),
    shaped('routing_key', 'event_action', 'payload'),
    shaped('routing_key', 'payload.summary'),
    shaped(['event_action', /^(?:trigger|acknowledge|resolve)$/], 'payload.summary', 'payload.source'),
    shaped('service_key', 'event_type'),
    shaped(['event.event_type', /^(?:incident|service|pagey)\b/], 'event.data', 'event.id'),
    shaped(['messages[0].event', /^incident\./], 'messages[0].incident'),
    shaped(['messages[0].type', /^incident\./], 'messages[0].data'),
    shaped({ header: 'x-pagerduty-signature' }),
    shaped({ header: 'x-webhook-id' }, 'event.event_type'),
    recognisesPath,
  ),
  parse: formatsOf(EVENTS_V2, V3, MESSAGES, EVENTS_V1),
  answer,
};
