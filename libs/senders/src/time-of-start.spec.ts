import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { Plugin, PluginEvent } from './plugin-api/plugin.js';
import { createAuto } from './auto/plugin.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { createSampleDelivery } from './plugin-api/check-sample.js';
import { validateOutcomes } from './plugin-api/validate-outcomes.js';
import { direct } from './systems/direct/plugin.js';
import { toOutcome } from './systems/mapping/mapped-outcome.js';
import { prometheus } from './systems/prometheus/plugin.js';
import { azureMonitor } from './systems/azure-monitor/plugin.js';
import { bugsnag } from './systems/bugsnag/plugin.js';
import { elastic } from './systems/elastic/plugin.js';
import { github } from './systems/github/plugin.js';
import { sentry } from './systems/sentry/plugin.js';

const deliveryOf = (body: Json, headers: Record<string, string> = {}) => ({
  body,
  headers,
  content_type: 'application/json',
  query: {},
  path_suffix: '',
  received_at: new Date('2026-11-20T10:30:00Z'),
});

function read(plugin: Plugin, body: Json, headers: Record<string, string> = {}): PluginEvent | undefined {
  const [first] = plugin.parse(deliveryOf(body, headers), {});
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
    expect(summarise(hook('created', { issue }))).toEqual(['ALERT', '10:00', 'start']);
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
  });
});

describe('an alarm that is repeated with the start time of the problem', () => {
  it('is marked as such by the plugins of senders that do so', () => {
    const repeating = BUILT_IN_PLUGINS.filter((plugin) =>
      plugin.samples.some((sample) =>
        plugin
          .parse(createSampleDelivery(sample), sample.options ?? {})
          .some(
            (one) =>
              one.outcome === 'EVENT' &&
              one.event.event_type !== 'RECOVERY' &&
              one.event.occurred_at_is === 'start',
          ),
      ),
    );
    expect([...new Set(repeating.map(({ plugin_id }) => plugin_id))].toSorted()).toEqual([
      ...[
        'auto',
        'aws-sns',
        'betterstack',
        'dynatrace',
        'google-monitoring',
        'grafana',
        'hertzbeat',
        'instana',
        'kener',
      ],
      ...['newrelic', 'nightingale', 'prometheus', 'sentry', 'signoz', 'vrealize'],
    ]);
  });

  it('is marked as such in released versions too', () => {
    const body = {
      version: '4',
      alerts: [{ status: 'firing', labels: { alertname: 'Down' }, startsAt: '2026-11-20T10:00:00Z' }],
    };
    const versions = BUILT_IN_PLUGINS.filter(({ plugin_id }) => plugin_id === 'prometheus');
    expect(versions.map((plugin) => summarise(read(plugin, body)))).toEqual([
      ['ALERT', '10:00', 'start'],
      ['ALERT', '10:00', 'start'],
    ]);
  });

  it('is recognised for an unknown sender by the name of the field', () => {
    const kindBy = (field: string) =>
      read(createAuto([]), { title: 'Disk full', host: 'db-1', [field]: '2026-11-20T10:00:00Z' })
        ?.occurred_at_is ?? 'change';
    expect(['startsAt', 'started_at', 'start_time', 'firstSeen'].map(kindBy)).toEqual(Array(4).fill('start'));
    expect(['timestamp', 'time', 'created', 'created_at', 'date', 'fired_at'].map(kindBy)).toEqual(
      Array(6).fill('change'),
    );
  });

  it('can be marked by the user of the service’s own format, of a mapping and of a remote plugin', () => {
    const event = { event_key: 'k', title: 'Down', occurred_at: '2026-11-20T10:00:00Z' };
    expect(summarise(read(direct, { ...event, occurred_at_is: 'start' }))).toEqual([
      'ALERT',
      '10:00',
      'start',
    ]);
    expect(direct.parse(deliveryOf({ ...event, occurred_at_is: 'now' }), {})).toMatchObject([
      { outcome: 'ERROR', reason: 'occurred_at_is must be one of change, start' },
    ]);
    const values = { 'fields.event_key': 'k', 'fields.title': 'Down', 'fields.occurred_at_is': 'start' };
    expect(toOutcome({ pointer: '', values, problems: [] }, {})).toMatchObject({
      event: { occurred_at_is: 'start' },
    });
    expect(
      toOutcome({ pointer: '', values: { ...values, 'fields.occurred_at_is': 'now' }, problems: [] }, {}),
    ).toMatchObject({ outcome: 'ERROR' });
    expect(
      validateOutcomes([{ outcome: 'EVENT', event: { ...event, occurred_at_is: 'start' } }], {}),
    ).toMatchObject([{ event: { occurred_at_is: 'start' } }]);
  });
});

describe('a recovery with the end and the start of the problem', () => {
  it('contains both', () => {
    const [startsAt, endsAt] = ['2026-11-20T10:00:00Z', '2026-11-20T10:20:00Z'];
    const body = { alerts: [{ status: 'resolved', labels: { alertname: 'Down' }, startsAt, endsAt }] };
    const expected = { occurred_at: new Date(endsAt), started_at: new Date(startsAt) };
    expect(read(prometheus, body)).toMatchObject(expected);
    const said = { title: 'Disk full', host: 'db-1', state: 'ok', started_at: startsAt, ended_at: endsAt };
    expect(read(createAuto([]), said)).toMatchObject(expected);
    const event = { event_key: 'k', event_type: 'RECOVERY', occurred_at: endsAt, started_at: startsAt };
    expect(read(direct, event)).toMatchObject(expected);
    expect(validateOutcomes([{ outcome: 'EVENT', event }], {})).toMatchObject([{ event: expected }]);
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
