import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType, Severity } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser, type AcknowledgementType } from '../../vocabulary/alarm-format.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { filledText } from '../../vocabulary/template.js';
import { link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { annotation, customFields } from './custom-fields.js';

const MESSAGE_TYPES: Readonly<Record<string, EventType | AcknowledgementType>> = {
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
const name = filledText('entity_display_name', 'entity_id');

/** The REST endpoint of Splunk On-Call (VictorOps), which many tools can post to. */
export const victorops: Plugin = {
  plugin_id: 'victorops',
  version: '1.1.0',
  name: 'Splunk On-Call (VictorOps)',
  provider: 'victorops',
  docs: loadGuide('systems/victorops'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/victorops'),
  recognises: recogniseAny(
    recogniseBy(['message_type', /^(?:critical|warning|info|acknowledgement|ack|recovery)$/i], 'entity_id'),
    recogniseBy(
      ['message_type', /^(?:critical|warning|info|acknowledgement|ack|recovery)$/i],
      'state_message',
    ),
  ),
  parse: createParser({
    alarms: singleOrList(wholeBody('message_type')),
    expects: {
      body: 'an alert for the REST endpoint of Splunk On-Call (an object with `message_type`)',
      identity: '`entity_id`',
      state: '`message_type` CRITICAL, WARNING, INFO, ACKNOWLEDGEMENT or RECOVERY',
    },
    event_key: firstOf(filledText('entity_id'), name, filledText('state_message')),
    event_type: word(MESSAGE_TYPES, 'message_type'),
    // `timestamp` is the time of the acknowledgement; `state_start_time` is that of the problem.
    acknowledgement: {
      by: filledText('ack_author'),
      comment: filledText('ack_msg'),
      occurred_at: instant('timestamp'),
    },
    title: firstOf(name, filledText('state_message')),
    description: filledText('state_message', 'ack_msg'),
    severity: word(SEVERITIES, 'message_type'),
    rule: filledText('check', 'rule', 'alertname'),
    resource: firstOf(
      resource('host', filledText('host_name', 'hostname', 'host')),
      resource('entity', name, filledText('entity_id')),
    ),
    provider: filledText('monitoring_tool'),
    occurred_at: instant('state_start_time', 'timestamp', 'VO_ALERT_RCV_TIME'),
    labels: allLabels(labels('labels'), labels('custom_fields'), customFields),
    links: {
      runbook: firstOf(annotation('u', /runbook|playbook/i), link('vo_annotate.u.Runbook')),
      dashboard: annotation('u', /dashboard|graph/i),
      source: firstOf(link('alert_url', 'url'), annotation('u', /incident|alert|source|url/i)),
      image: firstOf(link('image_url'), annotation('i', /./)),
    },
    additional_info: {
      message_type: text('message_type'),
      alert: value('alert'),
    },
    additional_info_0_2: {
      monitoring_tool: filledText('monitoring_tool'),
      alert_url: link('alert_url', 'vo_annotate.u.Runbook', 'url'),
    },
  }),
  // The response of the original endpoint, so that its clients work unchanged.
  answer: ({ body }, { delivery_id }) => ({
    status: 200,
    body: { result: 'success', entity_id: findEntityId(body) ?? delivery_id },
  }),
};

function findEntityId(body: unknown): string | undefined {
  const id: unknown =
    typeof body === 'object' && body !== null && 'entity_id' in body ? body.entity_id : undefined;
  return typeof id === 'string' ? id : undefined;
}
