import { describe, expect, it } from 'vitest';
import {
  createHeartbeatDelivery,
  type HeartbeatMessage,
} from '../../heartbeats/domain/heartbeat-delivery.js';
import { DEFAULT_SETTINGS, type WebhookSettings } from '../../webhooks/domain/webhook-settings.js';
import type { Alarm } from './alarm.js';
import {
  foldHeartbeats,
  collectHeartbeatNames,
  convertToPings,
  type KnownHeartbeat,
} from './fold-heartbeats.js';
import type { ParsedAlarm } from './parse-alarms.js';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const at = (seconds: number) => new Date(START + seconds * 1000);
const alive: KnownHeartbeat = {
  expect_every: '1m',
  grace: '10s',
  severity: 'ERROR',
  state: 'ALIVE',
  last_ping_at: at(0),
  missing_since: null,
};
const missing = { ...alive, state: 'MISSING', missing_since: at(70) } as const;

type Told = readonly [seconds: number, said: HeartbeatMessage['kind'] | ParsedAlarm, name?: string];

const settings = (changes: Partial<WebhookSettings> = {}) => ({ ...DEFAULT_SETTINGS, ...changes });

function fold(
  known: Readonly<Record<string, KnownHeartbeat>>,
  told: readonly Told[],
  changes: Partial<WebhookSettings> = {},
  { room = 0, late = false } = {},
) {
  const webhook = { webhook_id: 'webhook_1', settings: settings(changes) };
  const deliveries = told.map(([seconds, said, name = 'a'], n) => {
    const news = typeof said === 'string' ? { kind: said, name } : undefined;
    const delivery = {
      ...createHeartbeatDelivery(news ?? { kind: 'ping', name }),
      ...(news ? {} : { headers: {} }),
      received_at: at(seconds),
    };
    const alarms: ParsedAlarm[] = news ? [{ kind: 'heartbeat', news }] : [said as ParsedAlarm];
    return { delivery_id: `0191000000007000800000000000000${n}`, delivery, alarms, late };
  });
  const segments = [{ segment_id: 's', deliveries }];
  const folded = foldHeartbeats(
    webhook,
    { byName: new Map(Object.entries(known)), capacity: room },
    segments,
  );
  return {
    names: collectHeartbeatNames(webhook, segments),
    changes: folded.changes,
    told: folded.segments[0]?.deliveries.map(({ alarms }) =>
      alarms.map((one) =>
        one.kind === 'alarm' ? `${one.alarm.event_type} ${one.alarm.event_key}` : one.kind,
      ),
    ),
    alarms: folded.segments.flatMap(({ deliveries }) =>
      deliveries.flatMap(({ alarms }) => alarms.flatMap((one) => (one.kind === 'alarm' ? [one.alarm] : []))),
    ),
  };
}

describe('a ping', () => {
  it('makes a new heartbeat ALIVE', () => {
    const { told, changes } = fold({ a: { ...alive, state: 'NEW', last_ping_at: null } }, [[5, 'ping']]);
    expect(told).toEqual([['ping']]);
    expect(changes).toMatchObject([{ name: 'a', state: 'ALIVE', last_ping_at: at(5), isNew: false }]);
  });

  it('sets last_ping_at to the latest ping, in whatever order pings come', () => {
    const { changes } = fold({ a: alive }, [
      [50, 'ping'],
      [20, 'ping'],
    ]);
    expect(changes).toMatchObject([{ last_ping_at: at(50), state: 'ALIVE' }]);
  });

  it('resolves the alert of a missing heartbeat', () => {
    const { told, changes, alarms } = fold({ a: missing }, [[100, 'ping']]);
    expect(told).toEqual([['ping', 'RECOVERY heartbeat/webhook_1/a']]);
    expect(changes).toMatchObject([{ state: 'ALIVE', missing_since: null, last_ping_at: at(100) }]);
    expect(alarms).toMatchObject([{ rule: 'heartbeat', title: 'Heartbeat a is back', created_at: at(100) }]);
  });

  it('resolves nothing if it arrived before the heartbeat became missing', () => {
    const { told, changes } = fold({ a: missing }, [[40, 'ping']], {}, { late: true });
    expect(told).toEqual([['ping']]);
    expect(changes).toMatchObject([{ state: 'MISSING', last_ping_at: at(40), missing_since: at(70) }]);
  });

  it('of an unknown name is ignored, unless its first ping creates it', () => {
    expect(fold({}, [[5, 'ping']])).toMatchObject({ told: [['ignored']], changes: [] });
    const made = fold({}, [[5, 'ping']], { heartbeats: 'AUTO', heartbeat: null }, { room: 1 });
    expect(made.told).toEqual([['ping']]);
    expect(made.changes).toMatchObject([{ isNew: true, state: 'ALIVE', expect_every: '5m', grace: '1m' }]);
  });

  it('creates no more heartbeats than the domain may have', () => {
    const told: Told[] = [
      [1, 'ping', 'a'],
      [2, 'ping', 'b'],
      [3, 'ping', 'a'],
    ];
    const { changes, told: outcomes } = fold({}, told, { heartbeats: 'AUTO' }, { room: 1 });
    expect(outcomes).toEqual([['ping'], ['ignored'], ['ping']]);
    expect(changes).toMatchObject([{ name: 'a', last_ping_at: at(3) }]);
  });
});

describe('a failure', () => {
  it('opens the alert of the heartbeat, which the next ping resolves', () => {
    const { told, changes } = fold({ a: alive }, [
      [30, 'fail'],
      [40, 'ping'],
    ]);
    expect(told).toEqual([['ALERT heartbeat/webhook_1/a'], ['ping', 'RECOVERY heartbeat/webhook_1/a']]);
    expect(changes).toMatchObject([{ state: 'ALIVE', missing_since: null, last_ping_at: at(40) }]);
  });

  it('has the severity of the heartbeat, and is no ping', () => {
    const { alarms, changes } = fold({ a: alive }, [[30, 'fail']]);
    expect(alarms).toMatchObject([{ rule: 'heartbeat', title: 'Heartbeat a failed', severity: 'ERROR' }]);
    expect(changes).toMatchObject([{ state: 'MISSING', missing_since: at(30), last_ping_at: at(0) }]);
  });

  it('keeps the alert of a missing heartbeat open until a ping after the failure', () => {
    const { told, changes } = fold({ a: missing }, [
      [100, 'fail'],
      [90, 'ping'],
    ]);
    expect(told).toEqual([['ALERT heartbeat/webhook_1/a'], ['ping']]);
    expect(changes).toMatchObject([{ state: 'MISSING', missing_since: at(100) }]);
  });

  it('that arrived before the last ping opens nothing', () => {
    const { told, changes } = fold(
      { a: { ...alive, last_ping_at: at(50) } },
      [[40, 'fail']],
      {},
      { late: true },
    );
    expect([told, changes]).toEqual([[['ignored']], []]);
  });

  it('of an unknown name is ignored, unless the first message creates the heartbeat', () => {
    expect(fold({}, [[5, 'fail']])).toMatchObject({ told: [['ignored']], changes: [] });
    const made = fold({}, [[5, 'fail']], { heartbeats: 'AUTO', heartbeat: null }, { room: 1 });
    expect(made.told).toEqual([['ALERT heartbeat/webhook_1/a']]);
    expect(made.changes).toMatchObject([{ isNew: true, state: 'MISSING', last_ping_at: null }]);
  });
});

it.each(['start', 'log'] as const)('a %s changes nothing', (kind) => {
  expect(fold({ a: alive }, [[30, kind]])).toMatchObject({ told: [['ignored']], changes: [] });
  expect(fold({}, [[5, kind]], { heartbeats: 'AUTO' }, { room: 1 })).toMatchObject({ changes: [] });
});

describe('a heartbeat that is found missing', () => {
  it('opens an alert with its severity', () => {
    const { told, changes, alarms } = fold({ a: alive }, [[70, 'missing']]);
    expect(told).toEqual([['ALERT heartbeat/webhook_1/a']]);
    expect(changes).toMatchObject([{ state: 'MISSING', missing_since: at(70) }]);
    expect(alarms).toMatchObject([
      {
        severity: 'ERROR',
        title: 'Heartbeat a is missing',
        rule: 'heartbeat',
        description:
          'The last ping came at 2026-11-20T10:00:00.000Z; one is expected every 1m, with a grace of 10s.',
        resource_type: 'heartbeat',
        created_at: at(70),
      },
    ]);
  });

  it('stays ALIVE if a ping was accepted before', () => {
    const { told, changes } = fold({ a: alive }, [
      [69, 'ping'],
      [71, 'missing'],
    ]);
    expect(told).toEqual([['ping'], ['ignored']]);
    expect(changes).toMatchObject([{ state: 'ALIVE', last_ping_at: at(69) }]);
  });

  it.each([
    ['is missing already', missing],
    ['is new', { ...alive, state: 'NEW', last_ping_at: null } as const],
  ])('changes nothing if it %s', (_, known) => {
    expect(fold({ a: known }, [[200, 'missing']])).toMatchObject({ told: [['ignored']], changes: [] });
  });

  it('changes nothing if it was deleted, except that its alert is resolved', () => {
    expect(fold({}, [[200, 'missing']])).toMatchObject({ told: [['ignored']], changes: [] });
    expect(fold({}, [[200, 'deleted']]).told).toEqual([['RECOVERY heartbeat/webhook_1/a']]);
  });

  it('opens and resolves alerts repeatedly, each with a separate event', () => {
    const { told, alarms } = fold({ a: alive }, [
      [70, 'missing'],
      [80, 'ping'],
      [150, 'missing'],
      [160, 'ping'],
    ]);
    expect(told?.map((one) => one.at(-1)?.split(' ')[0])).toEqual(['ALERT', 'RECOVERY', 'ALERT', 'RECOVERY']);
    expect(new Set(alarms.map(({ event_id }) => event_id)).size).toBe(4);
  });
});

describe('the heartbeat of a webhook', () => {
  const heartbeat = { expect_every: '1m', grace: '10s', severity: 'ERROR' } as const;
  const quarantined: ParsedAlarm = { kind: 'unreadable', reason: 'x' };

  it('is pinged by any delivery, but not by those of the service', () => {
    const { names, told, changes } = fold(
      { '*': alive, a: alive },
      [
        [10, quarantined],
        [20, 'ping'],
        [69, 'missing', 'a'],
      ],
      { heartbeat },
    );
    expect(names).toEqual(['*', 'a']);
    expect(told).toEqual([['unreadable'], ['ping'], ['ignored']]);
    expect(changes.find(({ name }) => name === '*')).toMatchObject({ last_ping_at: at(20), state: 'ALIVE' });
  });

  it('is not pinged by a delivery that SNS may not have signed: nothing of it was read', () => {
    const signature = { ...DEFAULT_SETTINGS.signature, scheme: 'SNS' } as const;
    const signed: ParsedAlarm = { kind: 'ignored', reason: 'x' };
    const change = (...said: ParsedAlarm[]) =>
      fold(
        { '*': alive },
        said.map((one, n) => [10 + n, one] as const),
        { heartbeat, signature },
      ).changes;
    expect(change(quarantined)).toEqual([]);
    expect(change(signed, quarantined)).toMatchObject([{ name: '*', last_ping_at: at(10) }]);
  });

  it('adds its recovery after the outcomes of the plugin', () => {
    const { told } = fold({ '*': missing }, [[100, quarantined]], { heartbeat });
    expect(told).toEqual([['unreadable', 'ping', 'RECOVERY heartbeat/webhook_1/*']]);
  });
});

it('converts a matching alarm to a ping, and ignores its RECOVERY', () => {
  const alarm = (event_type: Alarm['event_type'], rule: string): ParsedAlarm => ({
    kind: 'alarm',
    alarm: { event_type, rule, event_key: 'k' } as Alarm,
  });
  const read = [alarm('ALERT', 'Watchdog'), alarm('RECOVERY', 'Watchdog'), alarm('ALERT', 'Disk')];
  const pinged = convertToPings(settings({ heartbeat_of: { rule: 'Watch*', name: 'w' } }), read);
  expect(pinged.map(({ kind }) => kind)).toEqual(['ping', 'ignored', 'alarm']);
  expect(convertToPings(settings(), read)).toBe(read);
});
