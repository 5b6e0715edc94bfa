import { describe, expect, it, vi } from 'vitest';
import { scaled } from '#test/scale.js';
import { createAsyncPlugins } from '../async-plugins.js';
import { BUILT_IN_PLUGINS } from '../built-in.js';
import { PluginRegistry } from '../registry.js';
import { parsePosted, parsePostedAsync } from './parse-posted.js';
import type { AsyncPlugin, Plugin, PluginOutcome } from './plugin.js';
import { valueAtPointer } from './validate-outcomes.js';

const registry = new PluginRegistry(BUILT_IN_PLUGINS);
const FORM = 'application/x-www-form-urlencoded';

function posted(body: string | Buffer, content_type = 'application/json') {
  const received_at = new Date('2026-05-01T12:00:00Z');
  return { body: Buffer.from(body), content_type, headers: {}, query: {}, path_suffix: '', received_at };
}

/** Parses as a worker does, with the fallback to `auto`. */
function read(plugin: string, body: string | Buffer, type?: string, version?: string) {
  return parsePosted(
    registry.wrapWithFallback(registry.get(plugin, version)) as Plugin,
    posted(body, type),
    {},
  );
}

const told = (outcomes: readonly PluginOutcome[]) =>
  outcomes.map((one) =>
    one.outcome === 'EVENT' ? [one.event.event_type, one.event.event_key] : [one.outcome, ''],
  );

const group = (status: string, ...names: string[]) => ({
  version: '4',
  status,
  receiver: 'r',
  groupKey: '{}',
  externalURL: 'http://am',
  alerts: names.map((alertname) => ({
    status,
    labels: { alertname, severity: 'critical' },
    annotations: { summary: 'Pod is waiting (reason: QUOTE).' },
    startsAt: '2026-05-01T10:00:00Z',
    endsAt: status === 'resolved' ? '2026-05-01T11:00:00Z' : '0001-01-01T00:00:00Z',
    fingerprint: alertname,
  })),
});

describe.each(['prometheus', 'auto'])('plugin %s', (plugin) => {
  it('parses each of several values, with unique pointers into their list', () => {
    const values = [group('firing', 'a', 'b'), group('resolved', 'a')];
    const outcomes = read(
      plugin,
      values.map((one) => JSON.stringify(one)).join('\n'),
      'application/x-ndjson',
    );
    expect(told(outcomes)).toEqual([
      ['ALERT', 'a'],
      ['ALERT', 'b'],
      ['RECOVERY', 'a'],
    ]);
    const pointers = outcomes.flatMap((one) => (one.outcome === 'EVENT' ? one.event.pointer : []));
    expect(pointers).toEqual(['/0/alerts/0', '/0/alerts/1', '/1/alerts/0']);
    for (const [index, pointer] of pointers.entries())
      expect(valueAtPointer(values, pointer)).toEqual(values[index === 2 ? 1 : 0]?.alerts[index % 2]);
  });

  it('parses repaired JSON, and marks its events', () => {
    const body = JSON.stringify(group('resolved', 'a')).replace('QUOTE', '"CrashLoopBackOff"');
    expect(read(plugin, body)).toMatchObject([
      {
        outcome: 'EVENT',
        event: {
          event_key: 'a',
          event_type: 'RECOVERY',
          title: expect.stringContaining('(reason: "CrashLoopBackOff").'),
          additional_info: { body: { repaired: true } },
        },
      },
    ]);
  });

  it('does not mark strict JSON, also if it is encoded as a JSON text', () => {
    const body = JSON.stringify(group('firing', 'a'));
    const [event] = read(plugin, body);
    expect(event).toMatchObject({
      event: { event_key: 'a', additional_info: expect.not.objectContaining({ body: expect.anything() }) },
    });
    expect(read(plugin, JSON.stringify(body))).toEqual([event]);
  });

  it('makes an event of the text of JSON that cannot be read, and says so in an error beside it', () => {
    const body = '{disk full on db-1, status {critical';
    expect(read(plugin, body)).toMatchObject([
      { outcome: 'EVENT', event: { event_type: 'ALERT', additional_info: { body: { text_only: true } } } },
      { outcome: 'ERROR', reason: expect.stringMatching(/not JSON.*only its text/) },
    ]);
    expect(read(plugin, '{disk full on db-1 is resolved')).toMatchObject([{ outcome: 'ERROR' }]);
  });
});

it('a service keeps its key apart from another that differs in an umlaut', () => {
  const keys = ['Müller', 'Möller'].flatMap((name) =>
    ['application/json', 'application/json; charset=ISO-8859-1'].flatMap((type) =>
      read(
        'auto',
        Buffer.from(JSON.stringify({ title: `Dienst ${name} steht`, state: 'firing' }), 'latin1'),
        type,
      ),
    ),
  );
  expect(new Set(told(keys).map(([, key]) => key)).size).toBe(2);
});

describe('nested names of a form', () => {
  const form = (id: string) =>
    `heartbeat[monitorID]=${id}&heartbeat[status]=0&heartbeat[msg]=timeout&monitor[id]=${id}&monitor[name]=Shop&msg=down`;

  it.each(['uptime-kuma', 'auto'])('are read by %s as the members of JSON are', (plugin) => {
    const json = JSON.stringify({
      heartbeat: { monitorID: '7', status: '0', msg: 'timeout' },
      monitor: { id: '7', name: 'Shop' },
      msg: 'down',
    });
    for (const text of [form('7'), form('7').replaceAll(/\[(\w+)\]/g, '.$1')])
      expect(read(plugin, text, FORM)).toEqual(read(plugin, json, FORM));
    expect(told(read(plugin, form('8'), FORM))).not.toEqual(told(read(plugin, form('7'), FORM)));
  });

  it('reach released versions and asynchronous plugins as they were posted', async () => {
    const bodies: unknown[] = [];
    const asynchronous = {
      parseAsync: async ({ body }: { body: unknown }) => {
        bodies.push(body);
        return [];
      },
    } as unknown as AsyncPlugin;
    await parsePostedAsync(asynchronous, posted(form('7'), FORM), {});
    expect(bodies).toEqual([Object.fromEntries(new URLSearchParams(form('7')))]);
    const [released] = read('direct', 'event_key=k&title=t&a[b]=c', FORM, '1.0.0');
    expect(released).toMatchObject({ event: { raw_data: { 'a[b]': 'c' } } });
  });

  it('leave the names of Zabbix as they are read', () => {
    const fields = {
      'event.id': '1',
      'event.value': '1',
      'event.name': 'CPU',
      'trigger.id': '2',
      'host.name': 'h',
    };
    const [event] = read('zabbix', new URLSearchParams(fields).toString(), FORM);
    expect(event).toMatchObject({
      outcome: 'EVENT',
      event: { event_key: '1', rule: 'CPU', resource: { name: 'h' } },
    });
    const macros = new URLSearchParams({
      'EVENT.ID': '1',
      'EVENT.VALUE': '0',
      'TRIGGER.NAME': 'CPU',
    }).toString();
    expect(told(read('zabbix', macros, FORM))).toEqual([['RECOVERY', '1']]);
  });
});

describe('a body that was cut off', () => {
  const cases = registry
    .list()
    .flatMap((plugin) =>
      plugin.samples.flatMap((sample) =>
        sample.expect.some((one) => one.outcome === 'EVENT' && one.event.event_type === 'RECOVERY') &&
        /^\s*[{[]/.test(sample.body)
          ? [{ plugin: plugin.plugin_id, ...sample }]
          : [],
      ),
    );
  it('never gives a recovery, whichever plugin reads it', () => {
    expect(cases.length).toBeGreaterThan(150);
    for (const { plugin, body, content_type, name } of cases) {
      const cuts = scaled(6);
      for (let cut = 1; cut <= cuts; cut += 1) {
        const length = Math.floor((body.trimEnd().length * cut) / (cuts + 1)) || 1;
        const text = body.slice(0, length);
        for (const one of read(plugin, text, content_type))
          expect([
            one.outcome === 'EVENT' && one.event.event_type,
            `${plugin}: ${name}: ${text}`,
          ]).not.toContain('RECOVERY');
      }
    }
  }, 120_000);
});

it('the values of a body have the limits of one delivery: after the first that exceeds them none is tried', async () => {
  const tried: unknown[] = [];
  const limited = {
    parseAsync: async ({ body }: { body: { i: number } }) => {
      tried.push(body.i);
      if (body.i < 2) return [{ outcome: 'IGNORED', pointer: '', reason: '' }];
      return [{ outcome: 'ERROR', pointer: '', reason: 'took more than 100 ms', exceeds_limits: true }];
    },
  } as unknown as AsyncPlugin;
  const body = [0, 1, 2, 3, 4].map((i) => JSON.stringify({ i })).join('\n');
  expect(await parsePostedAsync(limited, posted(body), {})).toEqual([
    { outcome: 'ERROR', pointer: '', reason: 'took more than 100 ms' },
  ]);
  expect(tried).toEqual([0, 1, 2]);
});

describe('a body of many values, each within its limit', () => {
  const body = Array.from({ length: 1_000 }, (_, i) => JSON.stringify({ i })).join('\n');
  /** Both plugins with calls that take this long, and how often they were called. */
  const slow = (milliseconds: number) => {
    const calls = { count: 0 };
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => calls.count * milliseconds);
    const plugins = createAsyncPlugins(
      {
        check: async () => [],
        evaluate: async () => {
          calls.count += 1;
          return { ok: true, alarms: [], used_ms: milliseconds };
        },
      },
      {
        findAddressProblem: async () => undefined,
        post: async () => {
          calls.count += 1;
          return { status: 200, text: '{"outcomes":[]}' };
        },
      },
    );
    const parse = (plugin_id: string) =>
      parsePostedAsync(
        plugins.find((plugin) => plugin.plugin_id === plugin_id) as AsyncPlugin,
        posted(body),
        { fields: { event_key: 'i', title: 'i' } },
      ).finally(() => clock.mockRestore());
    return { calls, parse };
  };

  it.each([
    ['mapping', 90, 24, 'the expressions took more than 2000 ms'],
    ['http', 4_900, 14, 'the remote plugin took more than 60000 ms'],
  ])('%s: has a limit for all of them', async (plugin, milliseconds, limit, reason) => {
    const { calls, parse } = slow(milliseconds);
    expect(await parse(plugin)).toEqual([
      { outcome: 'ERROR', pointer: '', reason: `${reason} for the values of this body together` },
    ]);
    expect(calls.count).toBeLessThan(limit);
  });

  it.each([
    ['mapping', 1],
    ['http', 50],
  ])('%s: all of them are parsed if they take little', async (plugin, milliseconds) => {
    const { calls, parse } = slow(milliseconds);
    expect((await parse(plugin)).map(({ outcome }) => outcome)).toEqual(Array(1_000).fill('IGNORED'));
    expect(calls.count).toBe(1_000);
  });
});
