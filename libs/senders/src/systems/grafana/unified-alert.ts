import type { Severity } from '../../plugin-api/event.js';
import { ALERTMANAGER_ALERT } from '../prometheus/alertmanager-alert.js';
import { firstOf, type Reader } from '../../vocabulary/alarm.js';
import { listAt } from '../../vocabulary/alarm-finder.js';
import { createParser, type AlarmFormat } from '../../vocabulary/alarm-format.js';
import { value } from '../../vocabulary/path.js';
import { link, text } from '../../vocabulary/text.js';
import { word } from '../../vocabulary/word.js';

const NO_DATA_SEVERITIES: Readonly<Record<string, Severity>> = {
  DatasourceNoData: 'NOT_AVAILABLE',
  NoData: 'NOT_AVAILABLE',
};

export const findUnified = listAt('alerts');

/** Contact points of Grafana's unified alerting (Grafana 8 and later): Alertmanager's body with additional links. */
const UNIFIED = {
  ...ALERTMANAGER_ALERT,
  alarms: findUnified,
  expects: {
    body: 'the body of a Grafana webhook: an object with a list `alerts` (unified), or with `ruleName` (legacy)',
    identity: 'a `fingerprint` or `labels` in each alert',
    state: '`status` firing or resolved',
  },
  severity: firstOf(
    ALERTMANAGER_ALERT.severity,
    word(NO_DATA_SEVERITIES, 'labels.alertname', 'annotations.grafana_state_reason'),
  ),
  provider: () => 'grafana',
  additional_info: {
    ...ALERTMANAGER_ALERT.additional_info,
    valueString: text('valueString'),
    orgId: text('$.orgId'),
  },
  additional_info_0_2: {
    ...ALERTMANAGER_ALERT.additional_info_0_2,
    dashboardURL: link('dashboardURL'),
    panelURL: link('panelURL'),
    silenceURL: link('silenceURL'),
  },
} satisfies AlarmFormat;

/** Reads the rule from a label, for alerts about a query that failed or returned nothing. */
const failedRule: Reader<string> = (alarm) =>
  /^Datasource(?:Error|NoData)$/.test(text('labels.alertname')(alarm) ?? '')
    ? text('labels.rulename')(alarm)
    : undefined;

export const parseUnified = createParser({
  ...UNIFIED,
  additional_info: {
    ...UNIFIED.additional_info,
    // Grafana 12 and later.
    ruleUID: text('ruleUID'),
    enrichments: value('enrichments'),
  },
  title: firstOf((alarm) => {
    const rule = failedRule(alarm);
    return rule === undefined
      ? undefined
      : `${UNIFIED.title(alarm) ?? text('labels.alertname')(alarm)}: ${rule}`;
  }, UNIFIED.title),
  severity: firstOf(UNIFIED.severity, word<Severity>({ DatasourceError: 'ERROR' }, 'labels.alertname')),
});

/** The `parse` of version 2.0.0, which does not read the rule of a failed query. */
export const parseUnified2_0 = createParser(UNIFIED);
