import { loadGuide, loadSamples } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { createMultiFormatParser } from '../../vocabulary/formats.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { answer, recognisePath } from './answer.js';
import { EVENTS_V1, EVENTS_V2 } from './events-api.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { WEBHOOK_V2, WEBHOOK_V3 } from './webhooks.js';

/** Both directions of PagerDuty: requests to its Events API, and its own webhooks. */
export const pagerduty: Plugin = {
  plugin_id: 'pagerduty',
  version: '1.1.0',
  name: 'PagerDuty',
  provider: 'pagerduty',
  docs: loadGuide('systems/pagerduty'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/pagerduty'),
  recognises: recogniseAny(
    recogniseBy('routing_key', 'event_action'),
    recogniseBy('routing_key', 'event_action', 'payload'),
    recogniseBy('routing_key', 'payload.summary'),
    recogniseBy(['event_action', /^(?:trigger|acknowledge|resolve)$/], 'payload.summary', 'payload.source'),
    recogniseBy('service_key', 'event_type'),
    recogniseBy(['event.event_type', /^(?:incident|service|pagey)\b/], 'event.data', 'event.id'),
    recogniseBy(['messages[0].event', /^incident\./], 'messages[0].incident'),
    recogniseBy(['messages[0].type', /^incident\./], 'messages[0].data'),
    recogniseBy({ header: 'x-pagerduty-signature' }),
    recogniseBy({ header: 'x-webhook-id' }, 'event.event_type'),
    recognisePath,
  ),
  parse: createMultiFormatParser(EVENTS_V2, WEBHOOK_V3, WEBHOOK_V2, EVENTS_V1),
  answer,
};
