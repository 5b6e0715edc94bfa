import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { parseJson, type Json } from '#shared/kernel/json.js';
import { PAGERDUTY_WEBHOOKS } from './inbound.js';

const ALERT = '01990000-0000-7000-8000-000000000001';
const KEY = formatId('alert', ALERT);
const SUBSCRIPTION = formatId('subscription', crypto.randomUUID());
const PERSON = { id: 'PLH1HKV', summary: 'Tenex Engineer', type: 'user_reference' };
const webhook = (event: object, data: object = {}) =>
  parseJson(
    JSON.stringify({
      event: {
        id: '5ac64822-4adc-4fda-ade0-410becf0de4f',
        event_type: 'incident.acknowledged',
        resource_type: 'incident',
        occurred_at: '2020-10-02T18:45:22.169Z',
        agent: PERSON,
        client: { name: 'PagerDuty' },
        data: { id: 'PGR0VU2', type: 'incident', incident_key: KEY, resolve_reason: null, ...data },
        ...event,
      },
    }),
  );
const read = (body: Json) => PAGERDUTY_WEBHOOKS.read(body, SUBSCRIPTION);

describe('a webhook of PagerDuty', () => {
  it('says who did what to which alert, and when', () => {
    expect(read(webhook({}))).toEqual({
      ...{ kind: 'acknowledge', alert_id: ALERT, key: KEY, person: 'Tenex Engineer', comment: null },
      event_id: '5ac64822-4adc-4fda-ade0-410becf0de4f',
      occurred_at: new Date('2020-10-02T18:45:22.169Z'),
      description: expect.any(String),
    });
  });

  it.each([
    ['incident.unacknowledged', 'unacknowledge'],
    ['incident.reopened', 'unacknowledge'],
    ['incident.resolved', 'resolve'],
  ])('%s is read as %s', (event_type, kind) => {
    expect(read(webhook({ event_type }))).toMatchObject({ kind });
  });

  it('finds the alert of an incident that took the place of another one', () => {
    expect(read(webhook({}, { incident_key: `${KEY}:2` }))).toMatchObject({
      alert_id: ALERT,
      key: `${KEY}:2`,
    });
  });

  it.each([
    ['nobody', null],
    ['a service', { id: 'P1', type: 'service_reference', summary: 'API Service' }],
    ['an integration', { id: 'P2', type: 'inbound_integration_reference', summary: 'Events API v2' }],
    ['a workflow', { id: 'P3', type: 'workflow_reference', summary: 'Close all' }],
  ])('of %s is that of no person', (_who, agent) => {
    expect(read(webhook({ event_type: 'incident.resolved', agent }))).toMatchObject({
      person: null,
      description: 'PagerDuty resolved the incident, no person did',
    });
  });

  it('of a merge resolves nothing, though a person did it', () => {
    const merged = { resolve_reason: { type: 'merge_resolve_reason', incident: { id: 'P9' } } };
    expect(read(webhook({ event_type: 'incident.resolved' }, merged))).toMatchObject({
      person: null,
      description: 'PagerDuty merged the incident into another one',
    });
  });

  it.each([
    [
      'a test',
      { event_type: 'pagey.ping', data: { message: 'Hello', type: 'ping' } },
      'pagey.ping changes no alert',
    ],
    ['a note', { event_type: 'incident.annotated' }, 'incident.annotated changes no alert'],
    [
      'an incident of others',
      { data: { incident_key: 'd3640fbd41094207a1c11e58e46b1662' } },
      'The incident is not about an alert',
    ],
    ['no key', { data: { incident_key: null } }, 'The incident is not about an alert'],
  ])('about %s is ignored', (_what, event, ignored) => {
    expect(read(webhook(event))).toEqual({ ignored });
  });

  it.each([
    ['event.event_type', {}, { event: 'x' }],
    ['event.event_type', {}, []],
    ['event.event_type', { event_type: 5 }, undefined],
    ['event.id', { id: null }, undefined],
    ['event.id', { id: { deep: 1 } }, undefined],
    ['event.occurred_at', { occurred_at: undefined }, undefined],
    ['event.occurred_at', { occurred_at: 'yesterday' }, undefined],
    ['event.data.incident_key', { data: { incident_key: 5 } }, undefined],
    ['event.agent.type', { agent: { type: [] } }, undefined],
  ])('is refused naming %s', (field, event, body) => {
    expect(() => read((body as Json | undefined) ?? webhook(event))).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ field })] }),
    );
  });
});

describe('the signature of PagerDuty', () => {
  // RFC 4231, test case 2.
  const RFC = { secret: 'Jefe', text: 'what do ya want for nothing?' };
  const RFC_DIGEST = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  const OTHER = '130dcacb53a94d983a37cf2acba98e805a1c37185309ba56fdcccbcf00d6dd8b';
  const check = (
    header: string | undefined,
    { secret, text }: Partial<typeof RFC> & { text: string } = RFC,
  ) =>
    PAGERDUTY_WEBHOOKS.findForgery?.(
      { body: Buffer.from(text), headers: header === undefined ? {} : { 'x-pagerduty-signature': header } },
      { ...(secret !== undefined && { webhook_secret: secret }) },
    );

  it.each([
    ['alone', `v1=${RFC_DIGEST}`],
    ['among others, as while the secret is replaced', `v1=${OTHER},v1=${RFC_DIGEST}`],
    ['with spaces', `v1=${OTHER}, v1=${RFC_DIGEST}`],
    ['beside a version that is unknown', `v2=abc,v1=${RFC_DIGEST}`],
  ])('is accepted %s', (_how, header) => {
    expect(check(header)).toBeUndefined();
  });

  it.each([
    ['another one', `v1=${OTHER}`],
    ['another version', `v2=${RFC_DIGEST}`],
    ['no version', RFC_DIGEST],
    ['only its beginning', `v1=${RFC_DIGEST.slice(0, 62)}`],
    ['nothing', ''],
    ['nothing of the digest', 'v1='],
    ['no header', undefined],
    ['behind many others', `${`v1=${OTHER},`.repeat(10)}v1=${RFC_DIGEST}`],
  ])('is refused: %s', (_what, header) => {
    expect(check(header)).toMatch(/X-PagerDuty-Signature/);
  });

  it('covers each byte of the body', () => {
    expect(check(`v1=${RFC_DIGEST}`, { ...RFC, text: `${RFC.text} ` })).toMatch(/no valid signature/);
    const text = 'Zürich ❤';
    const header = `v1=${createHmac('sha256', 'Jefe').update(Buffer.from(text)).digest('hex')}`;
    expect(check(header, { secret: 'Jefe', text })).toBeUndefined();
  });

  it('is needed, also while no secret is set', () => {
    expect(check(`v1=${RFC_DIGEST}`, { text: RFC.text })).toContain('options.webhook_secret');
  });
});
