import { loadGuide, loadSamples } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarm-finder.js';
import { instant } from '../../vocabulary/instant.js';
import { createParser, ignored, type Ignored, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { severityBy } from '../../vocabulary/severity.js';
import { word } from '../../vocabulary/word.js';
import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { isEventRecorderBody, withAlertsInText, withEventRecorder } from './event-recorder.js';
import {
  ALERTMANAGER_ALERT,
  eventTypeByEnd,
  groupStatus,
  ownStatus,
  SEVERITY_LABELS,
} from './alertmanager-alert.js';

/** The state in the alert list of Prometheus' own API. Pending alerts have not fired yet. */
const listedState = word<EventType | Ignored>(
  { firing: 'ALERT', inactive: 'RECOVERY', pending: ignored('state pending: not firing yet') },
  'state',
);

/** The format of version 1.0.0. */
export const PROMETHEUS_1_0 = {
  ...ALERTMANAGER_ALERT,
  alarms: eitherOf(listAt('alerts'), listAt('$'), wholeBody('labels.alertname')),
  expects: {
    body: 'the body of an Alertmanager webhook (an object with a list `alerts`), a list of alerts, or one alert',
    identity: 'a `fingerprint` or `labels` in each alert',
    state: '`status` firing or resolved',
  },
  provider: () => 'prometheus',
} satisfies AlarmFormat;

/** Alertmanager's webhook (bodies v3 and v4), also from vmalert and Mimir, and alerts that Prometheus itself posts. */
export const prometheus: Plugin = {
  plugin_id: 'prometheus',
  version: '1.1.0',
  name: 'Prometheus Alertmanager',
  provider: 'prometheus',
  docs: loadGuide('systems/prometheus'),
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: loadSamples('systems/prometheus'),
  recognises: recogniseAny(
    recogniseBy('alerts[0].labels', 'alerts[0].status', 'receiver'),
    recogniseBy('alerts[0].labels', 'alerts[0].annotations'),
    recogniseBy('$[0].labels.alertname', '$[0].annotations'),
    recogniseBy('receiver', 'groupLabels', 'alerts'),
    recogniseBy('labels.alertname', 'annotations', 'startsAt'),
    ({ body }) => (isEventRecorderBody(body) ? 0.8 : 0),
    recogniseBy(['alerts', /^\s*\[\s*\{[^]*"labels"\s*:/], 'status'),
  ),
  parse: withEventRecorder(
    withAlertsInText(
      createParser({
        ...PROMETHEUS_1_0,
        event_type: firstOf<EventType | Ignored>(ownStatus, listedState, groupStatus, eventTypeByEnd),
        // `ticket` is the severity of an alert that can wait.
        severity: severityBy({ page: 'CRITICAL', ticket: 'WARNING' }, ...SEVERITY_LABELS),
        started_at: instant('startsAt', 'activeAt'),
      }),
    ),
  ),
};
