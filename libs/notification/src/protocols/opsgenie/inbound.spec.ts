import { describe, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { parseJson } from '#shared/kernel/json.js';
import { OPSGENIE_WEBHOOKS } from './inbound.js';

const ALERT = '01990000-0000-7000-8000-000000000001';
const SUBSCRIPTION = formatId('subscription', crypto.randomUUID());
const ALIAS = `${SUBSCRIPTION}:${formatId('alert', ALERT)}`;
const read = (more: object = {}, alert: object = {}, updatedAt = '1420452224764002246') =>
  OPSGENIE_WEBHOOKS.read(
    parseJson(
      JSON.stringify({
        source: { name: '', type: 'web' },
        alert: {
          updatedAt: 1,
          ...{ message: 'test alert', username: 'fili@ifountain.com', source: 'fili@ifountain.com' },
          ...{ alertId: '052652ac-5d1c-464a-812a-7dd18bbfba8c', alias: ALIAS, tinyId: '23' },
          ...alert,
        },
        action: 'Acknowledge',
        integrationName: 'Integration1',
        ...more,
      }).replace('"updatedAt":1', `"updatedAt":${updatedAt}`),
    ),
    SUBSCRIPTION,
  );

describe('a webhook of Opsgenie', () => {
  it('says who did what to which alert, and when, to the nanosecond', () => {
    expect(read()).toEqual({
      ...{ kind: 'acknowledge', alert_id: ALERT, key: ALIAS, person: 'fili@ifountain.com', comment: null },
      event_id: `${ALIAS} acknowledge 1420452224764002246`,
      occurred_at: new Date(1_420_452_224_764),
      description: expect.any(String),
    });
  });

  it.each([
    ['UnAcknowledge', 'unacknowledge'],
    ['Close', 'resolve'],
    ['close', 'resolve'],
  ])('%s is read as %s', (action, kind) => {
    expect(read({ action })).toMatchObject({ kind });
  });

  it('finds the alert of one that took the place of another one', () => {
    expect(read({}, { alias: `${ALIAS}:2` })).toMatchObject({ alert_id: ALERT, key: `${ALIAS}:2` });
  });

  it('reads a time in milliseconds, and does without one', () => {
    expect(read({}, {}, '1420452224764')).toMatchObject({ occurred_at: new Date(1_420_452_224_764) });
    const [one, other] = [read({}, {}, 'null'), read({ action: 'Close' }, {}, 'null')];
    expect(one).toMatchObject({ occurred_at: null, event_id: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(one).not.toMatchObject({ event_id: (other as { event_id: string }).event_id });
  });

  it.each([
    ['a request to the API', { source: { name: '', type: 'API' } }, {}],
    ['the system', { source: { name: '', type: 'system' } }, { username: 'System' }],
    ['the service itself', {}, { username: 'Tocsin' }],
    ['nobody', {}, { username: null }],
  ])('of %s is that of no person', (_who, more, alert) => {
    expect(read({ action: 'Close', ...more }, alert)).toMatchObject({ person: null });
  });

  it('is that of a person, whichever app the person has', () => {
    for (const type of ['web', 'mobile', 'android', 'slack', ''])
      expect(read({ source: { name: '', type } })).toMatchObject({ person: 'fili@ifountain.com' });
  });

  it.each([
    ['a creation', { action: 'Create' }, {}, 'Create changes no alert'],
    ['an alert of others', {}, { alias: 'aliastest' }, 'The alert is none of this subscription'],
    [
      'an alert of another subscription',
      {},
      { alias: `${formatId('subscription', ALERT)}:${formatId('alert', ALERT)}` },
      'The alert is none of this subscription',
    ],
  ])('about %s is ignored', (_what, more, alert, ignored) => {
    expect(read(more, alert)).toEqual({ ignored });
  });

  it.each([
    ['action', { action: undefined }, {}, '1'],
    ['action', { action: 5 }, {}, '1'],
    ['alert.alias', {}, { alias: undefined }, '1'],
    ['alert.alias', {}, { alias: {} }, '1'],
    ['alert.updatedAt', {}, {}, '"soon"'],
    ['alert.updatedAt', {}, {}, '-5'],
    ['alert.updatedAt', {}, {}, '1e400'],
    ['alert.username', {}, { username: [] }, '1'],
    ['source.type', { source: { type: 5 } }, {}, '1'],
  ])('is refused naming %s', (field, more, alert, updatedAt) => {
    expect(() => read(more, alert, updatedAt)).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ field })] }),
    );
  });
});
