import type { Severity } from '../../plugin-api/event.js';
import { ALERTMANAGER_ALERT } from '../prometheus/alertmanager-alert.js';
import { firstOf } from '../../vocabulary/alarm.js';
import { listAt } from '../../vocabulary/alarms.js';
import { alarmsOf } from '../../vocabulary/sender.js';
import { link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const WITHOUT_DATA: Readonly<Record<string, Severity>> = {
  DatasourceNoData: 'NOT_AVAILABLE',
  NoData: 'NOT_AVAILABLE',
};

export const findUnified = listAt('alerts');

/** A contact point of Grafana's unified alerting (Grafana 8 and later): Alertmanager's body with links of its own. */
export const parseUnified = alarmsOf({
  ...ALERTMANAGER_ALERT,
  alarms: findUnified,
  expects: {
    body: 'the body of a Grafana webhook: an object with a list `alerts` (unified), or with `ruleName` (legacy)',
    identity: 'a `fingerprint` or `labels` in each alert',
    state: '`status` firing or resolved',
  },
  severity: firstOf(
    ALERTMANAGER_ALERT.severity,
    word(WITHOUT_DATA, 'labels.alertname', 'annotations.grafana_state_reason'),
  ),
  provider: () => 'grafana',
  additional_info: {
    ...ALERTMANAGER_ALERT.additional_info,
    valueString: text('valueString'),
    dashboardURL: link('dashboardURL'),
    panelURL: link('panelURL'),
    silenceURL: link('silenceURL'),
    orgId: text('$.orgId'),
  },
});
