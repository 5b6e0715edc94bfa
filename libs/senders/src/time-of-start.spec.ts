import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { Plugin, PluginEvent } from './plugin-api/plugin.js';
import { createAuto } from './auto/plugin.js';
import { azureMonitor } from './systems/azure-monitor/plugin.js';
import { bugsnag } from './systems/bugsnag/plugin.js';
import { elastic } from './systems/elastic/plugin.js';
import { github } from './systems/github/plugin.js';
import { sentry } from './systems/sentry/plugin.js';

function read(plugin: Plugin, body: Json, headers: Record<string, string> = {}): PluginEvent | undefined {
  const received_at = new Date('2026-11-20T10:30:00Z');
  const delivery = {
    body,
    headers,
    content_type: 'application/json',
    query: {},
    path_suffix: '',
    received_at,
  };
  const [first] = plugin.parse(delivery, {});
  return first?.outcome === 'EVENT' ? first.event : undefined;
}

const summarise = (event: PluginEvent | undefined) => [
  event?.event_type,
  event?.occurred_at?.toISOString().slice(11, 16),
  event?.occurred_at_is ?? 'change',
];

describe('a recovery with only the start time of the problem', () => {
  const issue = {
    id: '7',
    title: 'Boom',
    firstSeen: '2026-11-20T10:00:00Z',
    project: { id: '1', slug: 'shop' },
  };
  const hook = (action: string, data: Json) =>
    read(
      sentry,
      { action, data, actor: {}, installation: { uuid: 'a' } },
      { 'sentry-hook-resource': 'issue' },
    );

  it('is marked as such for Sentry, unless the activity has a time', () => {
    expect(summarise(hook('resolved', { issue }))).toEqual(['RECOVERY', '10:00', 'start']);
    expect(summarise(hook('created', { issue }))).toEqual(['ALERT', '10:00', 'change']);
    const activity = { type: 'set_resolved', dateCreated: '2026-11-20T10:20:00Z' };
    expect(summarise(hook('triggered', { issue, activity }))).toEqual(['RECOVERY', '10:20', 'change']);
  });

  it('is marked as such for BugSnag', () => {
    const error = { errorId: 'e1', exceptionClass: 'Boom', receivedAt: '2026-11-20T10:00:00Z' };
    const said = (type: string, status: string) =>
      read(bugsnag, { trigger: { type }, error: { ...error, status }, project: { id: 'p', name: 'Shop' } });
    expect(summarise(said('errorStateManualChange', 'fixed'))).toEqual(['RECOVERY', '10:00', 'start']);
    expect(summarise(said('exception', 'open'))).toEqual(['ALERT', '10:00', 'change']);
  });

  it('is marked as such for an unknown sender, unless it has another time', () => {
    const said = (more: Record<string, Json>) =>
      read(createAuto([]), { title: 'Disk full', host: 'db-1', ...more });
    const [began, ended] = ['2026-11-20T10:00:00Z', '2026-11-20T10:20:00Z'];
    expect(summarise(said({ state: 'ok', started_at: began }))).toEqual(['RECOVERY', '10:00', 'start']);
    expect(summarise(said({ state: 'ok', started_at: began, ended_at: ended }))).toEqual([
      'RECOVERY',
      '10:20',
      'change',
    ]);
    expect(summarise(said({ state: 'ok', timestamp: ended }))).toEqual(['RECOVERY', '10:20', 'change']);
    expect(summarise(said({ state: 'firing', started_at: began }))).toEqual(['ALERT', '10:00', 'change']);
  });
});

describe('a recovery with its own time', () => {
  const [at, repository] = ['2026-11-20T10:20:00Z', { full_name: 'acme/shop' }];

  it('has the time of the change for GitHub', () => {
    const workflow_run = { name: 'CI', workflow_id: 4, conclusion: 'success', updated_at: at };
    const alert = { number: 7, rule: { id: 'js/xss' }, created_at: '2026-11-20T10:00:00Z' };
    expect(summarise(read(github, { action: 'completed', workflow_run, repository }))).toEqual([
      'RECOVERY',
      '10:20',
      'change',
    ]);
    expect(summarise(read(github, { action: 'fixed', alert, repository }))).toEqual([
      'RECOVERY',
      '10:00',
      'start',
    ]);
    expect(
      summarise(read(github, { action: 'fixed', alert: { ...alert, fixed_at: at }, repository })),
    ).toEqual(['RECOVERY', '10:20', 'change']);
  });

  it('has the time of the change for Elastic', () => {
    const body = { rule: { id: 'r', name: 'CPU' }, alert: { id: 'web-1', actionGroup: 'recovered' } };
    expect(summarise(read(elastic, { ...body, date: at }))).toEqual(['RECOVERY', '10:20', 'change']);
  });

  it('has the time of the change for a healthy resource of Azure Monitor', () => {
    const essentials = {
      alertId: '/subscriptions/s/providers/Microsoft.AlertsManagement/alerts/a',
      alertRule: 'health of machines',
      monitorCondition: 'Fired',
      monitoringService: 'Resource Health',
      firedDateTime: at,
    };
    const body = { data: { essentials, alertContext: { status: 'Resolved' } } };
    expect(summarise(read(azureMonitor, body))).toEqual(['RECOVERY', '10:20', 'change']);
  });
});
