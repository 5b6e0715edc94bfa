import { expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from '../../built-in.js';
import { PluginRegistry } from '../../registry.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const installation = { uuid: 'a8e5d37a' };

function parse(plugin_id: string, hookResource: string, body: Json) {
  const headers = { 'sentry-hook-resource': hookResource };
  const received_at = new Date('2026-11-26T10:00:00Z');
  const delivery = {
    body,
    headers,
    content_type: 'application/json',
    query: {},
    path_suffix: '',
    received_at,
  };
  return registry.get(plugin_id).parse(delivery, {});
}

it.each(['sentry', 'auto'])('%s ignores the steps of Seer', (plugin_id) => {
  for (const action of ['root_cause_started', 'solution_completed', 'pr_created', 'iteration_completed'])
    expect(
      parse(plugin_id, 'seer', { action, installation, data: { run_id: 7, group_id: 12 } }),
    ).toMatchObject([{ outcome: 'IGNORED' }]);
});

it.each(['sentry', 'auto'])(
  '%s takes the state of a build from its state, not from its action',
  (plugin_id) => {
    const build = (state: string) =>
      parse(plugin_id, 'preprod_artifact', {
        action: 'size_analysis_completed',
        installation,
        data: {
          buildId: '81',
          state,
          projectSlug: 'shop',
          appInfo: { appId: 'com.example.shop', name: 'Shop' },
          gitInfo: { headRef: 'main', headSha: 'c739069e' },
        },
      });
    const event_key = 'preprod/shop/com.example.shop/size_analysis_completed';
    const labels = { app: 'Shop', branch: 'main' };
    expect(build('FAILED')).toMatchObject([
      { event: { event_key, event_type: 'ALERT', severity: 'ERROR', labels } },
    ]);
    expect(build('COMPLETED')).toMatchObject([{ event: { event_key, event_type: 'RECOVERY' } }]);
  },
);

it.each(['sentry', 'auto'])('%s opens an alert for a metric alert that is open', (plugin_id) => {
  const data = {
    metric_alert: { id: '7', alert_rule: { name: 'Errors' } },
    description_title: 'Critical: Errors',
  };
  expect(parse(plugin_id, 'metric_alert', { action: 'open', installation, data })).toMatchObject([
    { event: { event_key: 'metric_alert:7', event_type: 'ALERT' } },
  ]);
});
