import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { BUILT_IN_PLUGINS } from './built-in.js';
import { createSampleDelivery } from './plugin-api/check-sample.js';
import { PluginRegistry } from './registry.js';

const auto = new PluginRegistry(BUILT_IN_PLUGINS).get('auto');

function read(body: Json, headers = {}): unknown {
  if (!('parse' in auto)) throw new Error('auto parses here');
  const delivery = createSampleDelivery({ name: 'posted', body: JSON.stringify(body), headers, expect: [] });
  const [one] = auto.parse(delivery, {});
  return one?.outcome === 'EVENT' ? one.event : one;
}

describe('auto recognises bodies of a known sender whose state is none of the usual ones', () => {
  it('Checkly: no alert', () => {
    const body = { check_name: 'Shop', check_id: 'c1', check_type: 'API', alert_type: 'NO_ALERT' };
    expect(read(body)).toMatchObject({ outcome: 'IGNORED' });
  });

  it('Honeybadger: the end of a certificate is not the end of an outage', () => {
    const site = { id: 's1', name: 'Shop', url: 'https://shop.example.com' };
    const project = { id: 7, name: 'Shop' };
    const expiring = {
      event: 'cert_will_expire',
      message: '[Shop] Certificate expires in 3 days',
      project,
      site,
    };
    const up = { event: 'up', message: '[Shop] Shop is back up', project, site };
    expect(read(expiring)).toMatchObject({ event_key: 'certificate:s1', event_type: 'ALERT' });
    expect(read(up)).toMatchObject({ event_key: 's1', event_type: 'RECOVERY', provider: 'honeybadger' });
  });

  it('Uptime Kuma: the body of its provider for PagerTree', () => {
    const heartbeat = { monitorID: 3, status: 1, time: '2025-03-04 10:05:00.733', msg: '200 - OK' };
    const monitor = { id: 3, name: 'shop', url: 'https://shop.example.com' };
    const body = {
      event_type: 'resolve',
      id: 3,
      title: 'Uptime Kuma Monitor "shop" is up',
      heartbeat,
      monitor,
    };
    expect(read(body)).toMatchObject({ event_key: '3', event_type: 'RECOVERY', provider: 'uptime-kuma' });
  });

  it('Oracle Cloud: a subscription to confirm', () => {
    const headers = { 'x-oci-ns-messagetype': 'SubscriptionConfirmation' };
    expect(read({}, headers)).toMatchObject({ outcome: 'IGNORED' });
  });

  it('Librato: a picture that somebody shares', () => {
    const address = 'https://metrics.librato.com/s/spaces/1/explore/2';
    const image_url = 'http://snapshots.librato.com/chart/a-1.png';
    const fallback = `${address} by Ada: ${image_url}`;
    const shared = {
      attachments: [{ title: address, title_link: address, fallback, image_url, text: null }],
    };
    for (const body of [shared, { payload: JSON.stringify(shared) }])
      expect(read(body)).toMatchObject({ outcome: 'IGNORED' });
  });

  it('Cronitor: a body from before there was a type', () => {
    const description = 'All healthcheck assertions are passing on the last 2 attempts.';
    const body = { id: 'UH6G3i', rule: 'request_triggered', monitor: 'shop', description };
    expect(read(body)).toMatchObject({ event_key: 'UH6G3i', event_type: 'RECOVERY' });
    const failing = { ...body, description: 'Not all healthcheck assertions are passing.' };
    expect(read(failing)).toMatchObject({ event_key: 'UH6G3i', event_type: 'ALERT' });
    expect(read({ ...body, description: 'Something happened' })).not.toMatchObject({
      event_type: 'RECOVERY',
    });
  });
});
