import type { PluginSample } from '../../plugin-api/plugin.js';

const OPTIONS = {
  split: 'problems',
  ignore: 'test = true ? "a test"',
  fields: {
    event_key: 'host & "/" & check',
    event_type: 'over ? "RECOVERY" : "ALERT"',
    title: 'check & " on " & host',
    description: 'text',
    severity: 'level > 8 ? "CRITICAL" : level > 5 ? "ERROR" : "WARNING"',
    resource: { resource_id: '$string(id)', resource_type: '"server"', name: 'host' },
    provider: '$payload.tool',
    occurred_at: 'at',
    additional_info: '{"level": level, "site": $query.site, "received": $now()}',
  },
};

const problem = (changes: object) => ({
  host: 'db-1',
  check: 'disk',
  level: 9,
  over: false,
  text: '/var is 97 % full',
  at: 1_783_000_000,
  id: 4711,
  ...changes,
});
const body = (...problems: object[]) => JSON.stringify({ tool: 'watcher', problems }, null, 2);

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'a list of two, one of them a test',
    options: OPTIONS,
    body: body(problem({}), problem({ test: true })),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: 'db-1/disk',
          event_type: 'ALERT',
          title: 'disk on db-1',
          description: '/var is 97 % full',
          severity: 'CRITICAL',
          resource: { resource_id: '4711', resource_type: 'server', name: 'db-1' },
          provider: 'watcher',
          occurred_at: new Date('2026-07-02T13:46:40.000Z'),
          additional_info: { level: 9, received: '2026-01-01T00:00:00.000Z' },
          pointer: '/problems/0',
        },
      },
      { outcome: 'IGNORED' },
    ],
    incident: 'db-1/disk',
  },
  {
    name: 'over',
    options: OPTIONS,
    body: body(problem({ over: true, level: 3 })),
    expect: [
      { outcome: 'EVENT', event: { event_key: 'db-1/disk', event_type: 'RECOVERY', severity: 'WARNING' } },
    ],
    incident: 'db-1/disk',
  },
];
