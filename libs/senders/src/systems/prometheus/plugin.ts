import { guideOf, samplesOf } from '../../assets.js';
import type { EventType } from '../../plugin-api/event.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarms.js';
import { instant } from '../../vocabulary/instant.js';
import { alarmsOf, ignored, type Ignored, type Sender } from '../../vocabulary/sender.js';
import { severityBy } from '../../vocabulary/severity.js';
import { word } from '../../vocabulary/word.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { ALERTMANAGER_ALERT, byEnd, groupStatus, ownStatus, SEVERITY_LABELS } from './alertmanager-alert.js';

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
} satisfies Sender;

/** Alertmanager's webhook (bodies v3 and v4), also from vmalert and Mimir, and alerts that Prometheus itself posts. */
export const prometheus: Plugin = {
  plugin_id: 'prometheus',
  version: '1.1.0',
  name: 'Prometheus Alertmanager',
  provider: 'prometheus',
  docs: guideOf('systems/prometheus'),
  optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
  samples: samplesOf('systems/prometheus'),
  recognises: anyShape(
    shaped('alerts[0].labels', 'alerts[0].status', 'receiver'),
    shaped('alerts[0].labels', 'alerts[0].annotations'),
    shaped('$[0].labels.alertname', '$[0].annotations'),
    shaped('receiver', 'groupLabels', 'alerts'),
    shaped('labels.alertname', 'annotations', 'startsAt'),
  ),
  parse: alarmsOf({
    ...PROMETHEUS_1_0,
    event_type: firstOf<EventType | Ignored>(ownStatus, listedState, groupStatus, byEnd),
    // `ticket` is the severity of an alert that can wait.
    severity: severityBy({ page: 'CRITICAL', ticket: 'WARNING' }, ...SEVERITY_LABELS),
    occurred_at: instant('startsAt', 'activeAt'),
  }),
};
