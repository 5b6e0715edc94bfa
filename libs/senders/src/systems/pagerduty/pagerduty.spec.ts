import { describe, expect, it } from 'vitest';
import { isObject, parseJson, type Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../../plugin-api/plugin.js';
import { pagerduty } from './plugin.js';

const received_at = new Date('2026-05-06T12:00:00Z');
const posted = (path_suffix: string, body: Json): PluginDelivery => ({
  body,
  headers: {},
  content_type: 'application/json',
  query: {},
  path_suffix,
  received_at,
});
const answerTo = (path_suffix: string, body: Json) =>
  pagerduty.answer?.(posted(path_suffix, body), { delivery_id: 'delivery_1', received_at }, {});
const toldKey = (path_suffix: string, body: Json) => {
  const told = answerTo(path_suffix, body)?.body;
  return isObject(told) ? told['dedup_key'] : undefined;
};
const keyOf = (delivery: PluginDelivery) => {
  const [outcome] = pagerduty.parse(delivery, {}) as ReturnType<typeof pagerduty.parse> &
    readonly { outcome: string; event?: { event_key: string } }[];
  return outcome?.event?.event_key;
};
const payload = { summary: 'Disk full', source: 'db-1', severity: 'critical' };

describe('Events API v1 of PagerDuty', () => {
  it('names the monitoring system as `client`, which is no resource', () => {
    const body = { service_key: 'k', event_type: 'trigger', description: 'd', client: 'Monitoring' };
    expect(pagerduty.parse(posted('', body), {})).toMatchObject([{ event: { resource: {}, title: 'd' } }]);
    expect(JSON.stringify(pagerduty.parse(posted('', body), {}))).not.toContain('"resource_type"');
    const released = { ...posted('', body), words: '0.2' as const };
    expect(pagerduty.parse(released, {})).toMatchObject([{ event: { resource: { name: 'Monitoring' } } }]);
  });
});

describe('Events API of PagerDuty at the address of a webhook', () => {
  it.each(['trigger', 'acknowledge', 'resolve'])('answers a %s as PagerDuty does', (event_action) => {
    expect(
      answerTo('v2/enqueue', { routing_key: 'r', event_action, dedup_key: 'disk/db-1', payload }),
    ).toEqual({
      status: 202,
      body: { status: 'success', message: 'Event processed', dedup_key: 'disk/db-1' },
    });
  });

  it('returns the generated key to a sender without a key, and resolves by it', () => {
    const trigger = { routing_key: 'r', event_action: 'trigger', payload };
    const told = toldKey('v2/enqueue', trigger);
    expect(told).toBe(keyOf(posted('v2/enqueue', trigger)));
    expect(toldKey('v2/enqueue', trigger)).toBe(told);
    const resolve = { routing_key: 'r', event_action: 'resolve', dedup_key: told as string };
    expect(keyOf(posted('v2/enqueue', resolve))).toBe(told);
  });

  it('keeps every digit of a key that is a number', () => {
    const dedup_key = parseJson('12345678901234567890');
    expect(toldKey('', { event_action: 'resolve', dedup_key })).toBe('12345678901234567890');
  });

  it('accepts change events but ignores them', () => {
    const change = { routing_key: 'r', payload: { summary: 'Deployed 1.2' } };
    expect(answerTo('v2/change/enqueue', change)).toEqual({
      status: 202,
      body: { status: 'success', message: 'Change event processed' },
    });
    expect(pagerduty.parse(posted('v2/change/enqueue', change), {})).toMatchObject([{ outcome: 'IGNORED' }]);
  });

  it('responds to version 1 in the format of version 1', () => {
    const event = { service_key: 's', event_type: 'trigger', incident_key: 'k', description: 'down' };
    expect(answerTo('generic/2010-04-15/create_event.json', event)).toEqual({
      status: 200,
      body: { status: 'success', message: 'Event processed', incident_key: 'k' },
    });
  });

  it('uses the default response for webhooks of PagerDuty and for bodies that are no objects', () => {
    expect(answerTo('', { event: { event_type: 'incident.triggered', data: {} } })).toBeUndefined();
    expect(answerTo('v2/enqueue', ['x'])).toBeUndefined();
    expect(answerTo('v2/enqueue', { strange: true })?.body).toEqual({
      status: 'success',
      message: 'Event processed',
      dedup_key: 'delivery_1',
    });
  });
});
