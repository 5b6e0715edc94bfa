import { describe, expect, it } from 'vitest';
import { prometheus } from '#senders/systems/prometheus/plugin.js';
import { direct } from '#senders/systems/direct/plugin.js';
import { countCharacters, parseAlarms } from './parse-alarms.js';
import type { Plugin } from '#senders/plugin-api/plugin.js';

const ID = '0192a5a0-0000-7000-8000-000000000000';
const MIB = 1024 * 1024;

function read(plugin: Plugin, body: unknown) {
  const delivery = {
    received_at: new Date('2026-11-20T10:00:00Z'),
    content_type: 'application/json',
    headers: {},
    query: {},
    path_suffix: '',
    body: Buffer.from(JSON.stringify(body)),
  };
  const alarms = parseAlarms(plugin, {}, ID, delivery);
  return {
    bytes: delivery.body.length,
    alarms,
    written: alarms.reduce((sum, one) => sum + (one.kind === 'alarm' ? countCharacters(one.alarm) : 0), 0),
    reasons: alarms.flatMap((one) => (one.kind === 'unreadable' ? one.reason : [])),
  };
}

const alerts = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ status: 'firing', fingerprint: String(n) }));
const events = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ event_key: `k${n}`, title: 't' }));

describe('the outcomes of one delivery', () => {
  it('are limited to 16 times the size of the body', () => {
    for (const shared of [{ groupKey: 'k'.repeat(500_000) }, { groupLabels: { a: 'l'.repeat(500_000) } }]) {
      const { bytes, alarms, written, reasons } = read(prometheus, { ...shared, alerts: alerts(10_000) });
      expect(written).toBeLessThanOrEqual(16 * bytes);
      expect(alarms).toHaveLength(10_000);
      expect(alarms[0]?.kind).toBe('alarm');
      expect(new Set(reasons)).toEqual(
        new Set([
          `the alarms of this delivery hold more than ${16 * bytes} characters together: this one and those after it are not read`,
        ]),
      );
    }
  });

  it('are at most 10,000 alarms, and one error if there were more', () => {
    const { alarms, reasons } = read(direct, events(30_000));
    expect(alarms).toHaveLength(10_001);
    expect(alarms.slice(0, 10_000).every(({ kind }) => kind === 'alarm')).toBe(true);
    expect(reasons).toEqual(['a delivery has at most 10000 alarms: the rest is not read']);
  });

  it('include all of 10,000 ordinary alarms', () => {
    const labels = { alertname: 'HighLatency', instance: 'db-1', job: 'node' };
    const full = alerts(2_500).map((alert) => ({
      ...alert,
      labels,
      annotations: { description: 'd'.repeat(200) },
    }));
    const envelope = {
      receiver: 'all',
      groupKey: 'k'.repeat(500),
      externalURL: 'http://am.example',
      groupLabels: labels,
    };
    expect(read(prometheus, { ...envelope, alerts: full }).reasons).toEqual([]);
    expect(read(direct, events(10_000)).reasons).toEqual([]);
  });

  it('may have 4 MiB in total if the body is short', () => {
    const shared = { groupLabels: { a: 'l'.repeat(50_000) } };
    expect(read(prometheus, { ...shared, alerts: alerts(80) }).reasons).toEqual([]);
    const { written, reasons } = read(prometheus, { ...shared, alerts: alerts(100) });
    expect(reasons).not.toEqual([]);
    expect(written).toBeLessThanOrEqual(4 * MIB);
  });

  it('are the same each time the delivery is parsed', () => {
    const body = { groupKey: 'k'.repeat(60_000), alerts: alerts(200) };
    expect(read(prometheus, body).alarms).toEqual(read(prometheus, body).alarms);
  });
});
