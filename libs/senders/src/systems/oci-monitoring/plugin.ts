import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarms.js';
import { alsoListed } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plain.js';
import { resource } from '../../vocabulary/resource.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';

const META = 'alarmMetaData[0]';
const DIMENSIONS = `${META}.dimensions[0]`;
const STATES: Readonly<Record<string, EventType>> = {
  OK_TO_FIRING: 'ALERT',
  REPEAT: 'ALERT',
  FIRING: 'ALERT',
  FIRING_TO_OK: 'RECOVERY',
  RESET: 'RECOVERY',
  OK: 'RECOVERY',
};

const parseAlarm = alarmsOf({
  alarms: alsoListed(wholeBody('alarmMetaData', 'dedupeKey')),
  expects: {
    body: 'an alarm message of OCI Notifications (an object with `dedupeKey` or `alarmMetaData`)',
    identity: '`dedupeKey` or `alarmMetaData[0].id`',
    state: '`type` OK_TO_FIRING, REPEAT, FIRING_TO_OK or RESET',
  },
  event_key: text('dedupeKey', `${META}.id`, 'title', `${META}.alarmSummary`),
  event_type: firstOf(word(STATES, 'type', `${META}.status`), () => 'ALERT'),
  title: text('title', `${META}.alarmSummary`),
  description: joined('\n\n', text('body'), text(`${META}.alarmSummary`)),
  severity: severity('severity', `${META}.severity`),
  rule: text('title'),
  resource: resource(
    'resource',
    text(
      `${DIMENSIONS}.resourceDisplayName`,
      `${DIMENSIONS}.resourceName`,
      `${DIMENSIONS}.instanceName`,
      `${DIMENSIONS}.displayName`,
      `${DIMENSIONS}.resourceId`,
      `${DIMENSIONS}.instanceId`,
    ),
    text(`${DIMENSIONS}.resourceId`, `${DIMENSIONS}.instanceId`, `${DIMENSIONS}.resourceName`),
  ),
  provider: () => 'oracle',
  account: text(`${DIMENSIONS}.tenancyId`, `${DIMENSIONS}.tenantId`),
  occurred_at: instant('timestampEpochMillis', 'timestamp'),
  additional_info: {
    type: text('type'),
    alarmUrl: text(`${META}.alarmUrl`),
    namespace: text(`${META}.namespace`),
    query: text(`${META}.query`),
    totalMetricsFiring: value(`${META}.totalMetricsFiring`),
    metricValues: value(`${META}.metricValues`),
    dimensions: value(`${META}.dimensions`),
    region: text(`${DIMENSIONS}.region`),
  },
});

const MESSAGE_TYPE = 'x-oci-ns-messagetype';

/** Alarms of Oracle Cloud Infrastructure Monitoring, through a topic of Notifications. */
export const ociMonitoring: Plugin = {
  plugin_id: 'oci-monitoring',
  version: '1.0.0',
  name: 'Oracle Cloud Monitoring',
  provider: 'oracle',
  docs: guideOf('systems/oci-monitoring'),
  optionsSchema: NO_OPTIONS,
  samples: samplesOf('systems/oci-monitoring'),
  headers: [MESSAGE_TYPE, 'x-oci-ns-confirmationurl'],
  recognises: anyShape(
    shaped('dedupeKey', 'alarmMetaData', 'title'),
    shaped('dedupeKey', 'type', 'severity', 'body'),
    shaped('alarmMetaData[0].id', 'alarmMetaData[0].status'),
    shaped('ConfirmationURL', 'topicId'),
  ),
  parse: (delivery, options) =>
    /confirmation/i.test(delivery.headers[MESSAGE_TYPE] ?? '')
      ? [
          {
            outcome: 'IGNORED',
            pointer: '',
            reason: `${delivery.headers[MESSAGE_TYPE]}: open the address of header X-OCI-NS-ConfirmationURL once`,
          },
        ]
      : parseAlarm(delivery, options),
};
