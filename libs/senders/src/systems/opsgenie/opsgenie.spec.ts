import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../../plugin-api/plugin.js';
import { opsgenie } from './plugin.js';

const received_at = new Date('2025-05-06T12:00:00Z');

function deliveryAt(path_suffix: string, body: Json, query: Record<string, string> = {}): PluginDelivery {
  return { body, headers: {}, content_type: 'application/json', query, path_suffix, received_at };
}

function at(path_suffix: string, body: Json, query: Record<string, string> = {}) {
  return opsgenie.parse(deliveryAt(path_suffix, body, query), {});
}

describe('Alert API of Opsgenie at the address of a webhook', () => {
  it('closes an alert by the alias that it was created with', () => {
    expect(at('v2/alerts', { message: 'full', alias: 'disk db-1' })).toMatchObject([
      { event: { event_key: 'disk db-1', event_type: 'ALERT' } },
    ]);
    expect(at('v2/alerts/disk%20db-1/close', { source: 'x' })).toMatchObject([
      { event: { event_key: 'disk db-1', event_type: 'RECOVERY', title: 'disk db-1' } },
    ]);
  });

  it.each([
    ['acknowledge', true],
    ['unacknowledge', false],
  ])('takes user and note from a request to %s', (verb, acknowledged) => {
    const path = `v2/alerts/disk%20db-1/${verb}`;
    expect(at(path, { user: 'ada', note: 'on it' })).toEqual([
      {
        outcome: 'ACKNOWLEDGED',
        acknowledgement: {
          event_key: 'disk db-1',
          acknowledged,
          by: 'ada',
          comment: 'on it',
          occurred_at: null,
          pointer: '',
        },
      },
    ]);
    expect(at(path, {}, { identifierType: 'tiny' })).toMatchObject([{ outcome: 'IGNORED' }]);
  });

  it('accepts an alias that is not valid percent-encoding', () => {
    expect(at('v2/alerts/50%/close', {})).toMatchObject([{ event: { event_key: '50%' } }]);
  });

  it('closes an alert by the identifier in the path, without a body', () => {
    expect(opsgenie.takesEmptyBody?.('v2/alerts/disk%20db-1/close')).toBe(true);
    expect(opsgenie.takesEmptyBody?.('v2/alerts')).toBe(false);
    expect(opsgenie.takesEmptyBody?.('')).toBe(false);
    for (const identifierType of ['alias', 'id'])
      expect(at('v2/alerts/disk%20db-1/close', {}, { identifierType })).toMatchObject([
        { event: { event_key: 'disk db-1', event_type: 'RECOVERY' } },
      ]);
    expect(at('v2/alerts/17/close', {}, { identifierType: 'tiny' })).toMatchObject([{ outcome: 'IGNORED' }]);
  });

  it.each(['snooze', 'notes', 'tags', 'assign', 'escalate'])('ignores %s', (verb) => {
    expect(at(`v2/alerts/a/${verb}`, {})).toMatchObject([{ outcome: 'IGNORED' }]);
  });

  it.each([
    ['DELETE', 'v2/alerts/disk%20db-1', { event_key: 'disk db-1', event_type: 'RECOVERY' }],
    ['DELETE', 'v2/alerts/a/tags', undefined],
    ['DELETE', 'v2/alerts/a/attachments/7', undefined],
    ['PUT', 'v2/alerts/a/message', undefined],
    ['PUT', 'v2/alerts/a/description', undefined],
    ['PATCH', 'v2/alerts/a', undefined],
  ])('resolves an alert on DELETE, and ignores changes of one: %s %s', (method, path, event) => {
    const delivery = { ...deliveryAt(path, { message: 'm' }), headers: { ':method': method } };
    expect(opsgenie.parse(delivery, {})).toMatchObject([
      event === undefined ? { outcome: 'IGNORED', reason: expect.stringContaining(method) } : { event },
    ]);
    expect(opsgenie.takesEmptyBody?.(path)).toBe(true);
  });

  it('responds like Opsgenie to requests of the Alert API only', () => {
    const answerAt = (path_suffix: string) =>
      opsgenie.answer?.(deliveryAt(path_suffix, {}), { delivery_id: 'delivery_1', received_at }, {});
    for (const path of ['v2/alerts', 'v2/alerts/a/close', 'v2/alerts/a/snooze'])
      expect(answerAt(path)).toEqual({
        status: 202,
        body: { result: 'Request will be processed', took: 0.001, requestId: 'delivery_1' },
      });
    for (const path of ['v2/heartbeats', 'v2/heartbeats/cron/enable']) {
      expect(at(path, { name: 'cron' })).toMatchObject([{ outcome: 'IGNORED' }]);
      expect(answerAt(path)).toBeUndefined();
    }
    expect(answerAt('')).toBeUndefined();
  });

  it('parses an API request as such even if it has a field `alert`', () => {
    expect(at('v2/alerts', { message: 'full', alias: 'a', alert: { alertId: 'x' } })).toMatchObject([
      { event: { event_key: 'a', title: 'full' } },
    ]);
  });
});
