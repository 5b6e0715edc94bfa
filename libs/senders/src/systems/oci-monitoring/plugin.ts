import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { singleOrList } from '../../vocabulary/formats.js';
import { instant } from '../../vocabulary/instant.js';
import { allLabels, labelled, labels } from '../../vocabulary/labels.js';
import { value } from '../../vocabulary/path.js';
import { NO_OPTIONS } from '../../vocabulary/plugin-defaults.js';
import { resource } from '../../vocabulary/resource.js';
import { createParser } from '../../vocabulary/alarm-format.js';
import { severity } from '../../vocabulary/severity.js';
import { joined, link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';

const META_PATH = 'alarmMetaData[0]';
const DIMENSIONS_PATH = `${META_PATH}.dimensions[0]`;
const dimensions = value(`${META_PATH}.dimensions`);
const namespace = text(`${META_PATH}.namespace`);
const STATES: Readonly<Record<string, EventType>> = {
  OK_TO_FIRING: 'ALERT',
  REPEAT: 'ALERT',
  FIRING: 'ALERT',
  FIRING_TO_OK: 'RECOVERY',
  RESET: 'RECOVERY',
  OK: 'RECOVERY',
};

const parseAlarm = createParser({
  alarms: singleOrList(wholeBody('alarmMetaData', 'dedupeKey')),
  expects: {
    body: 'an alarm message of OCI Notifications (an object with `dedupeKey` or `alarmMetaData`)',
    identity: '`dedupeKey` or `alarmMetaData[0].id`',
    state: '`type` OK_TO_FIRING, REPEAT, FIRING_TO_OK or RESET',
  },
  event_key: text('dedupeKey', `${META_PATH}.id`, 'title', `${META_PATH}.alarmSummary`),
  event_type: firstOf(word(STATES, 'type', `${META_PATH}.status`), () => 'ALERT'),
  title: text('title', `${META_PATH}.alarmSummary`),
  description: joined('\n\n', text('body'), text(`${META_PATH}.alarmSummary`)),
  severity: severity('severity', `${META_PATH}.severity`),
  rule: text('title'),
  resource: resource(
    'resource',
    text(
      `${DIMENSIONS_PATH}.resourceDisplayName`,
      `${DIMENSIONS_PATH}.resourceName`,
      `${DIMENSIONS_PATH}.instanceName`,
      `${DIMENSIONS_PATH}.displayName`,
      `${DIMENSIONS_PATH}.resourceId`,
      `${DIMENSIONS_PATH}.instanceId`,
    ),
    text(`${DIMENSIONS_PATH}.resourceId`, `${DIMENSIONS_PATH}.instanceId`, `${DIMENSIONS_PATH}.resourceName`),
  ),
  provider: () => 'oracle',
  account: text(`${DIMENSIONS_PATH}.tenancyId`, `${DIMENSIONS_PATH}.tenantId`),
  occurred_at: instant('timestampEpochMillis', 'timestamp'),
  labels: allLabels(labels(DIMENSIONS_PATH), labelled({ namespace })),
  links: { source: link(`${META_PATH}.alarmUrl`) },
  additional_info: {
    type: text('type'),
    query: text(`${META_PATH}.query`),
    totalMetricsFiring: value(`${META_PATH}.totalMetricsFiring`),
    metricValues: value(`${META_PATH}.metricValues`),
    // The labels are the first dimensions. An alarm about several resources has more.
    dimensions: (alarm) => {
      const found = dimensions(alarm);
      return Array.isArray(found) && found.length > 1 ? found : undefined;
    },
  },
  additional_info_0_2: {
    alarmUrl: text(`${META_PATH}.alarmUrl`),
    namespace,
    dimensions,
    region: text(`${DIMENSIONS_PATH}.region`),
  },
});

const MESSAGE_TYPE_HEADER = 'x-oci-ns-messagetype';

/** Alarms of Oracle Cloud Infrastructure Monitoring, through a topic of Notifications. */
export const ociMonitoring: Plugin = {
  plugin_id: 'oci-monitoring',
  version: '1.1.0',
  name: 'Oracle Cloud Monitoring',
  provider: 'oracle',
  docs: loadGuide('systems/oci-monitoring'),
  optionsSchema: NO_OPTIONS,
  samples: loadSamples('systems/oci-monitoring'),
  headers: [MESSAGE_TYPE_HEADER, 'x-oci-ns-confirmationurl'],
  recognises: recogniseAny(
    recogniseBy('dedupeKey', 'alarmMetaData', 'title'),
    recogniseBy('dedupeKey', 'type', 'severity', 'body'),
    recogniseBy('alarmMetaData[0].id', 'alarmMetaData[0].status'),
    recogniseBy('ConfirmationURL', 'topicId'),
    recogniseBy({ header: MESSAGE_TYPE_HEADER, pattern: /confirmation/i }),
  ),
  parse: (delivery, options) =>
    /confirmation/i.test(delivery.headers[MESSAGE_TYPE_HEADER] ?? '')
      ? [
          {
            outcome: 'IGNORED',
            pointer: '',
            reason: `${delivery.headers[MESSAGE_TYPE_HEADER]}: open the address of header X-OCI-NS-ConfirmationURL once`,
          },
        ]
      : parseAlarm(delivery, options),
};
