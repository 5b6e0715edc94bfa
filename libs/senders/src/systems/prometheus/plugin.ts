import { guideOf, samplesOf } from '../../assets.js';
import type { Plugin } from '../../plugin-api/plugin.js';
import { eitherOf, listAt, wholeBody } from '../../vocabulary/alarms.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { anyShape, shaped } from '../../vocabulary/shape.js';
import { ALERTMANAGER_ALERT } from './alertmanager-alert.js';

/** Alertmanager's webhook (bodies v3 and v4), also from vmalert and Mimir; and the alerts Prometheus itself posts. */
export const prometheus: Plugin = {
  plugin_id: 'prometheus',
  version: '1.0.0',
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
    ...ALERTMANAGER_ALERT,
    alarms: eitherOf(listAt('alerts'), listAt('$'), wholeBody('labels.alertname')),
    expects: {
      body: 'the body of an Alertmanager webhook (an object with a list `alerts`), a list of alerts, or one alert',
      identity: 'a `fingerprint` or `labels` in each alert',
      state: '`status` firing or resolved',
    },
    provider: () => 'prometheus',
  }),
};
