import { describe, expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import type { PluginDelivery } from '../../plugin-api/plugin.js';
import { decodePathSuffix } from '../../plugin-api/path-suffix.js';
import { opsgenie } from './plugin.js';
import { opsgenieV1_0 } from './v1-0.plugin.js';

const received_at = new Date('2025-05-06T12:00:00Z');

/** @param path the raw path below the address of the webhook */
function deliveryAt(path: string, body: Json, query: Record<string, string> = {}): PluginDelivery {
  const path_suffix = decodePathSuffix(path);
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

  it.each([
    ['db1%2Fdisk', 'db1/disk'],
    ['100%25', '100%'],
    ['a%2520b', 'a%20b'],
    ['db1%2Fdisk%2F%E6%B4%BB', 'db1/disk/活'],
    ['close', 'close'],
  ])('decodes the alias of a path once, after the path is split: %s', (encoded, alias) => {
    for (const path of [`v2/alerts/${encoded}/close`, `v1/alerts/${encoded}/close/`])
      expect(at(path, {}, { identifierType: 'alias' })).toMatchObject([
        { event: { event_key: alias, event_type: 'RECOVERY' } },
      ]);
    expect(at(`v2/alerts/${encoded}/acknowledge`, {})).toMatchObject([
      { acknowledgement: { event_key: alias, acknowledged: true } },
    ]);
  });

  it.each<[Record<string, Json>, string]>([
    [{}, 'WARNING'],
    [{ priority: '' }, 'WARNING'],
    [{ priority: 'P1', details: { severity: 'warning' } }, 'CRITICAL'],
    [{ priority: 2 }, 'ERROR'],
    [{ details: { severity: 'critical' } }, 'CRITICAL'],
    [{ details: { severity: 'info' } }, 'INFO'],
    [{ details: { severity: 'purple' } }, 'WARNING'],
    [{ details: 'none' }, 'WARNING'],
  ])(
    'takes the severity from the priority, else from the details, else it is that of P3: %j',
    (fields, severity) => {
      expect(at('v2/alerts', { message: 'full', alias: 'a', ...fields })).toMatchObject([
        { event: { severity } },
      ]);
    },
  );

  it('takes the rule from the details', () => {
    const created = { message: 'full', alias: 'a', source: 'http://am', details: { alertname: 'DiskFull' } };
    expect(at('v2/alerts', created)).toMatchObject([{ event: { rule: 'DiskFull' } }]);
  });

  it('keeps severity and rule in version 1.0.0', () => {
    const details = { alertname: 'DiskFull', severity: 'critical' };
    const [outcome] = opsgenieV1_0.parse(deliveryAt('v2/alerts', { message: 'm', source: 's', details }), {});
    expect(outcome).toMatchObject({ event: { severity: undefined, rule: 's' } });
  });

  it('accepts an alias that is not valid percent-encoding', () => {
    expect(at('v2/alerts/50%/close', {})).toMatchObject([{ event: { event_key: '50%' } }]);
  });

  it('closes an alert by the identifier in the path, without a body', () => {
    expect(opsgenie.takesEmptyBody?.('v2/alerts/disk%20db-1/close', {})).toBe(true);
    expect(opsgenie.takesEmptyBody?.('v2/alerts', {})).toBe(false);
    expect(opsgenie.takesEmptyBody?.('', {})).toBe(false);
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
    expect(opsgenie.takesEmptyBody?.(path, {})).toBe(true);
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
