import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { Plugin, PluginOutcome } from '../../plugin-api/plugin.js';
import { grafanaV1 } from './v1.plugin.js';
import { grafanaV2 } from './v2.plugin.js';

function parse(plugin: Plugin, body: Json): readonly PluginOutcome[] {
  const received_at = new Date('2025-05-06T12:00:00Z');
  return plugin.parse(
    { body, headers: {}, content_type: 'application/json', query: {}, path_suffix: '', received_at },
    {},
  );
}

const rule = { ruleId: 0, ruleName: 'CPU', title: '[Alerting] CPU', state: 'alerting' };
const unified = { status: 'firing', alerts: [{ status: 'firing', labels: { alertname: 'CPU' } }] };

describe('grafana', () => {
  it('version 1.x rejects unified alerting and names version 2.x', () => {
    expect(parse(grafanaV1, unified)).toMatchObject([{ outcome: 'ERROR', reason: /version 2\.x/ }]);
    expect(parse(grafanaV2, unified)).toMatchObject([{ outcome: 'EVENT', event: { rule: 'CPU' } }]);
  });

  it.each([grafanaV1, grafanaV2])('$version reads legacy bodies', (plugin) => {
    expect(parse(plugin, rule)).toMatchObject([
      {
        outcome: 'EVENT',
        event: { event_key: 'rule:0', event_type: 'ALERT', title: 'CPU', severity: undefined },
      },
    ]);
    expect(parse(plugin, { hello: 1 })).toMatchObject([{ outcome: 'ERROR', pointer: '' }]);
  });

  it.each([
    ['ok', { event_type: 'RECOVERY' }],
    ['No Data', { event_type: 'ALERT', severity: 'NOT_AVAILABLE' }],
  ])('parses the legacy state %s as %j', (state, event) => {
    expect(parse(grafanaV2, { ...rule, state })).toMatchObject([{ outcome: 'EVENT', event }]);
  });

  it.each(['paused', 'pending', 'unknown'])('ignores the legacy state %s with a reason', (state) => {
    expect(parse(grafanaV2, { ...rule, state })).toMatchObject([
      { outcome: 'IGNORED', reason: new RegExp(state) },
    ]);
  });

  it('returns an error for an unknown state or a missing ruleId', () => {
    expect(parse(grafanaV2, { ...rule, state: 'purple' })).toMatchObject([
      { outcome: 'ERROR', reason: /alerting/ },
    ]);
    expect(parse(grafanaV2, { evalMatches: [], state: 'ok' })).toMatchObject([
      { outcome: 'ERROR', reason: /ruleId/ },
    ]);
  });

  it('prefers an explicit severity to that of missing data', () => {
    const labels = { alertname: 'DatasourceNoData', severity: 'critical' };
    expect(parse(grafanaV2, { alerts: [{ labels }] })).toMatchObject([{ event: { severity: 'CRITICAL' } }]);
  });
});
