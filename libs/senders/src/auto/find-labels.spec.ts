import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { PluginLink } from '../plugin-api/plugin.js';
import { createSampleDelivery } from '../plugin-api/check-sample.js';
import { createAuto } from './plugin.js';

const auto = createAuto([]);

function read(body: Json): { labels: unknown; links: unknown } {
  const delivery = createSampleDelivery({ name: 'unknown', body: JSON.stringify(body), expect: [] });
  const [one] = auto.parse(delivery, {});
  if (one?.outcome !== 'EVENT') throw new Error(`${one?.outcome} instead of an event`);
  return { labels: one.event.labels, links: one.event.links };
}

const source = (url: string): PluginLink => ({ name: 'source', url });

/** Bodies as tools without a plugin typically post them. */
const BODIES: readonly (readonly [string, Json, Readonly<Record<string, string>>, readonly PluginLink[]])[] =
  [
    [
      'an object of labels, beside common ones',
      {
        status: 'firing',
        title: 'Disk is full',
        labels: { team: 'storage', severity: 'critical', replica: 2 },
        commonLabels: { team: 'all', region: 'eu' },
        generatorURL: 'https://metrics.example.com/graph?g0.expr=disk',
        runbook_url: 'https://runbooks.example.com/disk',
      },
      { team: 'storage', severity: 'critical', replica: '2', region: 'eu' },
      [
        { name: 'runbook', url: 'https://runbooks.example.com/disk' },
        { name: 'generator', url: 'https://metrics.example.com/graph?g0.expr=disk' },
      ],
    ],
    [
      'a list of tags',
      {
        alert_id: 7,
        message: 'Shop is slow',
        state: 'open',
        tags: ['env:prod', 'team=shop', 'urgent'],
        link: 'https://apm.example.com/a/7',
      },
      { env: 'prod', team: 'shop', urgent: 'true' },
      [source('https://apm.example.com/a/7')],
    ],
    [
      'a text of tags, and an address that is watched',
      {
        monitor: { name: 'Shop', url: 'https://shop.example.com/health', tags: 'shop, team:web' },
        status: 'down',
        details_url: 'https://uptime.example.com/incidents/7',
      },
      { shop: 'true', team: 'web' },
      [source('https://uptime.example.com/incidents/7')],
    ],
    [
      'dimensions as pairs whose members begin with capitals',
      {
        AlarmName: 'CPU',
        NewState: 'ALARM',
        Region: 'eu-central-1',
        Trigger: { Namespace: 'Compute', Dimensions: [{ Name: 'InstanceId', Value: 'i-9' }] },
      },
      { InstanceId: 'i-9', region: 'eu-central-1', namespace: 'Compute' },
      [],
    ],
    [
      'tags as lists of two texts',
      {
        event: {
          title: 'TypeError',
          tags: [
            ['release', '1.2'],
            ['browser', 'Firefox'],
          ],
          environment: 'production',
        },
        project_name: 'shop',
        url: 'https://errors.example.com/issues/9/',
        level: 'error',
      },
      { release: '1.2', browser: 'Firefox', environment: 'production', project: 'shop' },
      [source('https://errors.example.com/issues/9/')],
    ],
    [
      'single fields by which teams are routed',
      {
        alert: 'Replication lags',
        status: 'problem',
        host: 'db-1',
        environment: { id: 3, name: 'staging' },
        team_name: 'DBA',
        cluster: 'eu-1',
        service: 'mysql',
        group: 17,
        dashboard_url: 'https://dash.example.com/d/1',
      },
      { environment: 'staging', team: 'DBA', cluster: 'eu-1', service: 'mysql' },
      [{ name: 'dashboard', url: 'https://dash.example.com/d/1' }],
    ],
    [
      'details with figures, times, addresses, states and sentences, of which none is a label',
      {
        title: 'Queue is long',
        state: 'triggered',
        custom_details: {
          queue: 'orders',
          length: 1800,
          usage: '97 %',
          since: '2026-11-20T10:00:00Z',
          page: 'https://queues.example.com/orders',
          healthy: false,
          state: 'triggered',
          description: 'Too many',
          hint: 'the queue of orders grows since the last deployment',
          password: 'hunter-two',
        },
      },
      { queue: 'orders' },
      [],
    ],
    [
      'the tags of the only series of a metric, and tags in JSON in a text',
      {
        id: 'cpu',
        level: 'CRITICAL',
        message: 'cpu is high',
        data: { series: [{ name: 'cpu', tags: { rack: 'r1', roles: ['db', 'primary'] } }] },
        event_tags: '{"owner":"platform"}',
      },
      { rack: 'r1', roles: 'db,primary', owner: 'platform' },
      [],
    ],
    [
      'labels of users and of the past, which are not those of the alarm',
      {
        incident: {
          id: 'i-1',
          title: 'Login fails',
          status: 'open',
          html_url: 'https://oncall.example.com/i/1',
        },
        previous_labels: { team: 'old' },
        user: { name: 'ada', tags: ['admin'], html_url: 'https://oncall.example.com/users/ada' },
      },
      {},
      [source('https://oncall.example.com/i/1')],
    ],
    [
      'neither labels nor links: a picture, and the site of the sender',
      {
        title: 'Host is down',
        status: 'down',
        url: 'https://monitor.example.com/',
        image: 'https://monitor.example.com/1.png',
        label: 'core',
      },
      {},
      [],
    ],
  ];

describe('labels and links of unknown senders', () => {
  it.each(BODIES)('reads %s', (_, body, labels, links) => {
    expect(read(body)).toEqual({ labels, links });
  });

  it('takes a link beside a list of alarms for an alarm that has none', () => {
    const body = {
      url: 'https://oncall.example.com/group/1',
      alerts: [{ title: 'Disk full', status: 'firing', host: 'db-1' }],
    };
    expect(read(body).links).toEqual([source('https://oncall.example.com/group/1')]);
  });

  it('reads a body with many objects and labels in a moment', () => {
    const deep = Array.from({ length: 500 }).reduce<Json>((inner) => ({ inner: [inner], tags: ['a:b'] }), {});
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`part${n}`, { labels: { [`l${n}`]: 'x' } }]),
    );
    const begin = process.cpuUsage();
    read({ title: 'x is down', status: 'down', deep, wide });
    expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(1_000);
  });
});
