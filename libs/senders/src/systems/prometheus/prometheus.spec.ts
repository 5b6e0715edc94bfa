import { describe, expect, it } from 'vitest';
import { parseJson, type Json } from '#shared/kernel/json.js';
import type { PluginEvent } from '../../plugin-api/plugin.js';
import { computeFingerprint } from './label-fingerprint.js';
import { prometheus } from './plugin.js';

const received_at = new Date('2025-03-04T12:00:00Z');

function parse(body: Json) {
  return prometheus.parse(
    { body, headers: {}, content_type: 'application/json', query: {}, path_suffix: '', received_at },
    {},
  );
}

function eventOf(alert: Json, group: { [key: string]: Json } = {}): PluginEvent {
  const [first] = parse({ ...group, alerts: [alert] });
  if (first?.outcome !== 'EVENT') throw new Error(`not an event: ${JSON.stringify(first)}`);
  return first.event;
}

const labels = { alertname: 'Down', instance: 'web-1', severity: 'critical' };

describe('prometheus', () => {
  it('computes the fingerprint that Alertmanager does', () => {
    expect(
      computeFingerprint({ alertname: 'High CPU Temperature', host: 'andromeda', severity: 'critical' }),
    ).toBe('a1bc48475b20e73d');
    expect(computeFingerprint({})).toBe('cbf29ce484222325');
  });

  it.each([
    ['its own status, whatever the group says', { status: 'resolved' }, { status: 'firing' }, 'RECOVERY'],
    [
      'its own status against an end of zero',
      { status: 'resolved', endsAt: '0001-01-01T00:00:00Z' },
      {},
      'RECOVERY',
    ],
    [
      'its own status against an end that is past',
      { status: 'firing', endsAt: '2025-03-04T11:59:59Z' },
      {},
      'ALERT',
    ],
    ['a resolved group', {}, { status: 'resolved' }, 'RECOVERY'],
    ['an end that is past', { endsAt: '2025-03-04T11:59:59Z' }, { status: 'firing' }, 'RECOVERY'],
    ['an end to come', { endsAt: '2025-03-04T12:00:01Z' }, {}, 'ALERT'],
    ['no end', {}, {}, 'ALERT'],
    ['the state object of GET /api/v2/alerts', { status: { state: 'active' } }, {}, 'ALERT'],
  ])('takes firing or resolved from %s', (_from, alert, group, type) => {
    expect(eventOf({ labels, ...alert }, group).event_type).toBe(type);
  });

  it('falls back where a field has another type', () => {
    const event = eventOf({
      labels: { ...labels, severity: 5 },
      annotations: [],
      startsAt: {},
      fingerprint: null,
    });
    expect(event).toMatchObject({
      title: 'Down: web-1',
      description: '',
      severity: undefined,
      occurred_at: null,
      image_url: null,
    });
    expect(event.additional_info).toMatchObject({ labels: { severity: '5' } });
  });

  it('dates a recovery without an end by its start', () => {
    const event = eventOf({
      labels,
      status: 'resolved',
      startsAt: '2025-03-04T10:00:00+01:00',
      endsAt: null,
    });
    expect(event.occurred_at).toEqual(new Date('2025-03-04T09:00:00Z'));
  });

  it('says what was expected of a body that is not its', () => {
    expect(parse({ alert: 1 })).toMatchObject([{ outcome: 'ERROR', reason: /list `alerts`/ }]);
    expect(parse([{}, 7])).toMatchObject([
      { outcome: 'ERROR', pointer: '/0', reason: /`fingerprint` or `labels`/ },
      { outcome: 'ERROR', pointer: '/1', reason: /an object/ },
    ]);
  });

  it('reads a body of five alerts in well under a millisecond', () => {
    const text = JSON.stringify({
      alerts: Array.from({ length: 5 }, (_, n) => ({
        status: 'firing',
        labels: { ...labels, n: String(n) },
        annotations: { summary: 's', description: 'd' },
        startsAt: '2025-03-04T10:00:00.123456789Z',
        endsAt: '0001-01-01T00:00:00Z',
        fingerprint: `5bf0d3a95dcd1a4${n}`,
      })),
    });
    const parseOnce = () => parse(parseJson(text));
    for (let n = 0; n < 2_000; n++) parseOnce();
    // Measures the CPU time of this thread, which other processes on the machine do not affect.
    const before = process.threadCpuUsage();
    for (let n = 0; n < 2_000; n++) parseOnce();
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000 / 2_000).toBeLessThan(0.5);
  });
});
