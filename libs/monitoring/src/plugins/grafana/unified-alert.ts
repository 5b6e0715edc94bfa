import type { Severity } from '../../domain/event.js';
import { ALERTMANAGER_ALERT } from '../prometheus/alertmanager-alert.js';
import { firstOf } from '../reading/alarm.js';
import { listAt } from '../reading/alarms.js';
import { alarmsOf } from '../reading/sender.js';
import { link, text } from '../reading/text.js';
import { word } from '../reading/word.js';

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
