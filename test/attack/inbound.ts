import { expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { call } from '../client.js';
import {
  pagerDutyWebhook,
  postInbound,
  signPagerDuty,
  WEBHOOK_SECRET,
  type InboundAnswer,
} from '../inbound-webhooks.js';
import { notificationUrl } from '../notified-domain.js';
import type { Service } from '../service.js';
import { sql } from '../sql.js';

/** An open alert that a subscription of PagerDuty has told, and its inbound address. */
export interface PagedAlert {
  readonly domain_id: string;
  readonly subscription_id: string;
  readonly inboundUrl: string;
  readonly alert: { readonly alert_id: string };
  readonly read: () => Promise<object | undefined>;
}

const SLOW_TEST = { timeout: 90_000 };

/** Attacks the addresses for webhooks of receivers: whoever has no key or no secret can do nothing, and learns nothing. */
export function attackInbound(target: () => Service, createPaged: () => Promise<PagedAlert>): void {
  const expectUntouched = async ({ read, domain_id }: PagedAlert) => {
    expect(await read()).toMatchObject({ state: 'OPEN', acknowledged: false });
    expect(
      await sql(target().databaseUrl, 'select from alert_act where domain_id = $1', [domain_id]),
    ).toEqual([]);
  };
  const post = (paged: PagedAlert, more: { url?: string; secret?: string; event?: object } = {}) => {
    const text = pagerDutyWebhook(paged.alert.alert_id, 'resolved', more.event);
    return postInbound(more.url ?? paged.inboundUrl, text, signPagerDuty(text, more.secret));
  };
  const withoutInstance = ({ body }: { body: InboundAnswer }) => ({ ...body, instance: undefined });

  it(
    'a guessed key is answered like an unknown subscription, and one that takes no webhooks',
    SLOW_TEST,
    async () => {
      const paged = await createPaged();
      const { inboundUrl, subscription_id, domain_id } = paged;
      const key = inboundUrl.split('/').at(-1) ?? '';
      const unknown = inboundUrl.replace(subscription_id, formatId('subscription', crypto.randomUUID()));
      const { body: other } = await call<{ subscription_id: string }>(
        'POST',
        notificationUrl(target(), 'subscriptions'),
        {
          domain_id,
          name: crypto.randomUUID(),
          protocol_id: 'webhook',
          options: { url: 'http://127.0.0.1:1' },
        },
      );
      const rotate = notificationUrl(target(), `subscription/${other.subscription_id}/inbound/rotate`);
      const refused = await call<{ detail: string }>('PUT', rotate, { domain_id });
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        expect.stringContaining('pagerduty and opsgenie'),
      ]);
      const guesses = [
        unknown,
        inboundUrl.replace(subscription_id, other.subscription_id),
        inboundUrl.replace(subscription_id, 'subscription_x'),
        ...[
          key.toLowerCase(),
          key.slice(1),
          `${key}a`,
          '',
          'null',
          'undefined',
          '%00',
          'A'.repeat(5_000),
        ].map((guess) => inboundUrl.replace(key, guess)),
      ];
      const [first, ...answers] = await Promise.all(guesses.map((url) => post(paged, { url })));
      expect(first).toMatchObject({
        status: 404,
        body: { detail: 'No subscription takes webhooks at this address' },
      });
      for (const answer of answers) {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(JSON.stringify(answer.body)).not.toContain(paged.alert.alert_id);
      }
      for (const answer of answers.slice(0, 5))
        expect(withoutInstance(answer)).toEqual(withoutInstance(first as never));
      await expectUntouched(paged);
    },
  );

  it('a signature that is altered, missing or of another secret or body is refused', SLOW_TEST, async () => {
    const paged = await createPaged();
    const text = pagerDutyWebhook(paged.alert.alert_id, 'resolved');
    const signature = signPagerDuty(text)['x-pagerduty-signature'] ?? '';
    const headers = [
      '',
      'v1=',
      signature.replace('v1', 'v2'),
      signature.slice(3),
      signature.slice(0, -1),
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      signPagerDuty(text, `${WEBHOOK_SECRET}x`)['x-pagerduty-signature'] ?? '',
      signPagerDuty(`${text} `)['x-pagerduty-signature'] ?? '',
      `${'v1=0,'.repeat(1_000)}`,
    ];
    for (const header of headers) {
      const { status, body } = await postInbound(paged.inboundUrl, text, { 'x-pagerduty-signature': header });
      expect([header, status, body.detail]).toEqual([
        header,
        401,
        expect.stringContaining('X-PagerDuty-Signature'),
      ]);
    }
    expect((await postInbound(paged.inboundUrl, text)).status).toBe(401);
    await expectUntouched(paged);
  });

  it('without a secret nothing is taken, because nobody could tell who sent it', SLOW_TEST, async () => {
    const paged = await createPaged();
    const { domain_id, subscription_id } = paged;
    const url = notificationUrl(target(), `subscription/${subscription_id}`);
    const options = { routing_key: 'R'.repeat(32), url: 'http://127.0.0.1:1' };
    expect((await call('PUT', url, { domain_id, options })).status).toBe(200);
    const { status, body } = await post(paged, { secret: '' });
    expect([status, body.detail]).toEqual([401, expect.stringContaining('options.webhook_secret')]);
    await expectUntouched(paged);
  });

  it('a replay does nothing, at once or after somebody changed it back', SLOW_TEST, async () => {
    const paged = await createPaged();
    const { domain_id, alert, read } = paged;
    const text = pagerDutyWebhook(alert.alert_id, 'acknowledged');
    const replay = () => postInbound(paged.inboundUrl, text, signPagerDuty(text));
    const answers = await Promise.all(Array.from({ length: 20 }, replay));
    expect(answers.map(({ body }) => body.outcome).toSorted()).toEqual([
      'ACKNOWLEDGED',
      ...Array.from({ length: 19 }, () => 'IGNORED'),
    ]);
    const url = `${target().api.url}/monitoring/v1/alert/${alert.alert_id}/unacknowledge`;
    expect((await call('PUT', url, { domain_id })).status).toBe(200);
    expect((await replay()).body).toMatchObject({ outcome: 'IGNORED' });
    // Also if its id was forgotten.
    await sql(target().databaseUrl, 'delete from alert_act where domain_id = $1', [domain_id]);
    expect((await replay()).body).toMatchObject({
      outcome: 'IGNORED',
      reason: 'Something newer was done to the alert',
    });
    expect(await read()).toMatchObject({ acknowledged: false });
  });

  it('an old one is ignored, and one of a wrong clock stops none that follows', SLOW_TEST, async () => {
    const paged = await createPaged();
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    expect((await post(paged, { event: { occurred_at: days(-8) } })).body).toMatchObject({
      outcome: 'IGNORED',
    });
    await expectUntouched(paged);
    const act = (type: string, occurred_at: string) =>
      post(paged, { event: { event_type: `incident.${type}`, occurred_at } });
    expect((await act('acknowledged', days(400))).body.outcome).toBe('ACKNOWLEDGED');
    expect((await act('unacknowledged', days(0))).body.outcome).toBe('UNACKNOWLEDGED');
  });

  it(
    'reaches no alert of others: neither of another domain, nor one that it did not tell',
    SLOW_TEST,
    async () => {
      const [mine, other] = [await createPaged(), await createPaged()];
      const answer = await post({ ...mine, alert: other.alert });
      const unknown = await post({ ...mine, alert: { alert_id: formatId('alert', crypto.randomUUID()) } });
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'IGNORED', alert_id: null } });
      expect(answer.body).toEqual(unknown.body);
      const wrongSubscription = other.inboundUrl.replace(other.subscription_id, mine.subscription_id);
      expect((await post(other, { url: wrongSubscription })).status).toBe(404);
      await expectUntouched(other);
      await expectUntouched(mine);
    },
  );

  it('a body that is huge, no JSON or of wrong types is refused naming the field', SLOW_TEST, async () => {
    const paged = await createPaged();
    const send = (text: string | Buffer) =>
      postInbound(paged.inboundUrl, text, signPagerDuty(text.toString('latin1')));
    const huge = `{"event":"${'x'.repeat(300_000)}"}`;
    expect((await send(huge)).status).toBe(413);
    expect((await send(`{"event":"${'x'.repeat(20_000_000)}"}`)).status).toBe(413);
    const event = (more: object) => pagerDutyWebhook(paged.alert.alert_id, 'resolved', more);
    const bodies: readonly (readonly [text: string, field: string])[] = [
      ['', 'body'],
      ['not JSON', 'body'],
      ['{"event":', 'body'],
      ['[]', 'event.event_type'],
      ['null', 'event.event_type'],
      ['"text"', 'event.event_type'],
      ['{"event":{"event_type":{"a":1}}}', 'event.event_type'],
      [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'event.event_type'],
      ['{"__proto__":{"event":{"event_type":"incident.resolved"}}}', 'event.event_type'],
      [event({ id: 5 }), 'event.id'],
      [event({ occurred_at: 5 }), 'event.occurred_at'],
      [event({ occurred_at: '2026-99-99T00:00:00Z' }), 'event.occurred_at'],
      [event({ agent: { type: {} } }), 'event.agent.type'],
      [event({ data: { incident_key: ['x'] } }), 'event.data.incident_key'],
      [
        event({ data: { incident_key: paged.alert.alert_id, resolve_reason: { type: 5 } } }),
        'event.data.resolve_reason.type',
      ],
    ];
    for (const [text, field] of bodies) {
      const { status, body } = await send(text);
      expect([text.slice(0, 60), status, body.errors?.[0]?.field]).toEqual([text.slice(0, 60), 400, field]);
    }
    await expectUntouched(paged);
    // Names are shown, and stored, as one plain line.
    const agent = { type: 'user', summary: `root\n\u202e${'x'.repeat(5_000)}\u0000` };
    expect((await post(paged, { event: { agent } })).body).toMatchObject({ outcome: 'RESOLVED' });
    expect(await paged.read()).toMatchObject({
      resolved_by: expect.stringMatching(/^root ?x+… \(via pager\)$/),
    });
  });

  it('a disabled or deleted subscription takes nothing', SLOW_TEST, async () => {
    const paged = await createPaged();
    const { domain_id, subscription_id } = paged;
    const url = notificationUrl(target(), `subscription/${subscription_id}`);
    expect((await call('PUT', `${url}/disable`, { domain_id })).status).toBe(200);
    expect((await post(paged)).status).toBe(403);
    expect((await call('DELETE', `${url}?domain_id=${domain_id}`)).status).toBe(204);
    expect((await post(paged)).status).toBe(404);
    await expectUntouched(paged);
  });
}
