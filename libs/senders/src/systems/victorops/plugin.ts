import { guideOf, samplesOf } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf, type Taken } from '../../vocabulary/sender.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { filled } from '../../vocabulary/template.js';
import { link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const TYPES: Readonly<Record<string, EventType | Taken>> = {
  critical: 'ALERT',
  warning: 'ALERT',
  info: 'ALERT',
  acknowledgement: 'ACKNOWLEDGED',
  ack: 'ACKNOWLEDGED',
  recovery: 'RECOVERY',
  ok: 'RECOVERY',
};
const SEVERITIES: Readonly<Record<string, Severity>> = {
  critical: 'CRITICAL',
  warning: 'WARNING',
  info: 'INFO',
  recovery: 'INFO',
  ok: 'INFO',
};
const name = filled('entity_display_name', 'entity_id');

/** The REST endpoint of Splunk On-Call (VictorOps), which many tools can post to. */
export const victorops: Plugin = {
  plugin_id: 'victorops',
  version: '1.0.0',
  name: 'Splunk On-Call (VictorOps)',
  provider: 'victorops',
  docs: guideOf('systems/victorops'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/victorops'),
  recognises: anyShape(
    shaped(['message_type', /^(?:critical|warning|info|acknowledgement|ack|recovery)$/i], 'entity_id'),
    shaped(['message_type', /^(?:critical|warning|info|acknowledgement|ack|recovery)$/i], 'state_message'),
  ),
  parse: alarmsOf({
    alarms: alsoListed(wholeBody('message_type')),
    expects: {
      body: 'an alert for the REST endpoint of Splunk On-Call (an object with `message_type`)',
      identity: '`entity_id`',
      state: '`message_type` CRITICAL, WARNING, INFO, ACKNOWLEDGEMENT or RECOVERY',
    },
    event_key: firstOf(filled('entity_id'), name, filled('state_message')),
    event_type: word(TYPES, 'message_type'),
    // `timestamp` is the time of the acknowledgement; `state_start_time` is that of the problem.
    taken: { by: filled('ack_author'), comment: filled('ack_msg'), occurred_at: instant('timestamp') },
    title: firstOf(name, filled('state_message')),
    description: filled('state_message', 'ack_msg'),
    severity: word(SEVERITIES, 'message_type'),
    rule: filled('check', 'rule', 'alertname'),
    resource: firstOf(
      resource('host', filled('host_name', 'hostname', 'host')),
      resource('entity', name, filled('entity_id')),
    ),
    provider: filled('monitoring_tool'),
    occurred_at: instant('state_start_time', 'timestamp', 'VO_ALERT_RCV_TIME'),
    additional_info: {
      message_type: text('message_type'),
      monitoring_tool: filled('monitoring_tool'),
      alert_url: link('alert_url', 'vo_annotate.u.Runbook', 'url'),
      alert: value('alert'),
    },
  }),
  // The response of the original endpoint, so that its clients work unchanged.
  answer: ({ body }, { delivery_id }) => ({
    status: 200,
    body: { result: 'success', entity_id: entityIn(body) ?? delivery_id },
  }),
};

function entityIn(body: unknown): string | undefined {
  const id: unknown =
    typeof body === 'object' && body !== null && 'entity_id' in body ? body.entity_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
