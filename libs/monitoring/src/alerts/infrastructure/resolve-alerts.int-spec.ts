import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import type { EntityManager } from 'typeorm';
import { createHeartbeatDelivery } from '../../heartbeats/domain/heartbeat-delivery.js';
import { changeHeartbeat, updateWebhookHeartbeat } from '../../heartbeats/tables/heartbeat-rows.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { HeartbeatTerms } from '../../webhooks/domain/heartbeat-terms.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { ResolveAlert } from '../application/change-alerts.js';
import { AlertResolutions, ResolveAlertHandler } from './resolve-alerts.handler.js';

let pipeline: Pipeline;
let resolutions: AlertResolutions;
const SCOPE = { ...scopeIn('d1'), user_id: 'jane' };

beforeAll(async () => {
  pipeline = await createPipeline();
  resolutions = new AlertResolutions(pipeline.pool, floorsOf(), pipeline.wakeUps);
});
afterAll(() => pipeline.close());

const minutes = (ago: number) => new Date(Date.now() - ago * 60_000);

async function send(
  webhook: AdmittedWebhook,
  event_key: string,
  { ago = 0, late = false, ...more }: { ago?: number; late?: boolean; [field: string]: unknown } = {},
): Promise<void> {
  const body = { event_key, title: event_key, severity: 'WARNING', ...more };
  await pipeline.addSegment(webhook, [{ ...posted(body), received_at: minutes(ago) }], { late });
  await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
}

interface Row {
  readonly alert_id: string;
  readonly [column: string]: unknown;
}

async function findAlerts({ uuid }: AdmittedWebhook): Promise<readonly Row[]> {
  const { rows } = await pipeline.pool.query<Row>(
    `select alert_id, state, resolved_reason as reason, resolved_by as by, resolved_comment as comment,
       extract(epoch from quiet_until - resolved_at)::float8 as quiet, event_count + duplicate_count as count
     from alert where webhook_id = $1 order by opened_at`,
    [uuid],
  );
  return rows;
}

const findChanges = async (alert_id: unknown) =>
  (
    await pipeline.pool.query<{ kind: string }>(
      'select kind, actor, event_id from alert_change where alert_id = $1 order by index',
      [alert_id],
    )
  ).rows;

const resolve = (alert_id: string, quiet_for?: number, scope = SCOPE) =>
  new ResolveAlertHandler(resolutions).execute(
    new ResolveAlert(scope, formatId('alert', alert_id), { comment: 'Done', quiet_for }),
  );

/** A webhook with an alert that a user has resolved. */
async function addResolved(event_key: string, quiet_for?: number) {
  const webhook = await pipeline.addWebhook('direct');
  await send(webhook, event_key, { ago: 5 });
  const [alert] = await findAlerts(webhook);
  await resolve(String(alert?.alert_id), quiet_for);
  return { webhook, alert_id: String(alert?.alert_id) };
}

describe('a resolution by a user', () => {
  it('is stored with the alert, its state, its change and the audit log', async () => {
    const { webhook, alert_id } = await addResolved('stored');
    const resolved = { state: 'RESOLVED', reason: 'MANUAL', by: 'jane', comment: 'Done', quiet: 3_600 };
    expect(await findAlerts(webhook)).toMatchObject([resolved]);
    expect((await findChanges(alert_id)).at(-1)).toEqual({ kind: 'resolved', actor: 'jane', event_id: null });
    const { rows } = await pipeline.pool.query('select user_id from audit_log where resource_id = $1', [
      formatId('alert', alert_id),
    ]);
    expect(rows).toEqual([{ user_id: 'jane' }]);
    await send(webhook, 'stored');
    await send(webhook, 'stored', { severity: 'INFO' });
    await send(webhook, 'stored', { ago: 6, late: true });
    expect(await findAlerts(webhook)).toMatchObject([{ ...resolved, count: 4 }]);
    expect(await findChanges(alert_id)).toHaveLength(2);
  });

  it('lets a worse alarm open another alert, which ends the quiet time of the first', async () => {
    const { webhook } = await addResolved('worse');
    await send(webhook, 'worse', { severity: 'CRITICAL' });
    const [first, second] = await findAlerts(webhook);
    expect(first).toMatchObject({ state: 'RESOLVED', reason: 'MANUAL', by: 'jane', count: 1 });
    expect(first?.['quiet']).toBeLessThan(60);
    expect(second).toMatchObject({ state: 'OPEN', by: null, quiet: null });
  });

  it('ends its quiet time with a recovery, and stays by the user', async () => {
    const { webhook, alert_id } = await addResolved('recovered');
    await send(webhook, 'recovered', { event_type: 'RECOVERY' });
    const [first] = await findAlerts(webhook);
    expect(first).toMatchObject({
      state: 'RESOLVED',
      reason: 'MANUAL',
      by: 'jane',
      comment: 'Done',
      count: 2,
    });
    expect(first?.['quiet']).toBeLessThan(60);
    expect(await findChanges(alert_id)).toHaveLength(2);
    await send(webhook, 'recovered');
    expect(await findAlerts(webhook)).toMatchObject([{ state: 'RESOLVED' }, { state: 'OPEN' }]);
  });

  it('without a quiet time lets the next repeat open another alert', async () => {
    const { webhook } = await addResolved('loud', 0);
    await send(webhook, 'loud');
    expect(await findAlerts(webhook)).toMatchObject([{ state: 'RESOLVED', quiet: 0 }, { state: 'OPEN' }]);
  });

  it('is made once: the second of two users is told who was first', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await send(webhook, 'twice', { ago: 5 });
    const id = String((await findAlerts(webhook))[0]?.alert_id);
    const users = ['jane', 'john'];
    const answers = await Promise.allSettled(
      users.map((user_id) => resolve(id, undefined, { ...SCOPE, user_id })),
    );
    const winner = users[answers.findIndex(({ status }) => status === 'fulfilled')];
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toMatchObject([{ code: 'ERROR_CONFLICT' }]);
    expect(String(refused[0])).toMatch(new RegExp(`was resolved at \\d{4}-.+Z by ${winner}$`));
    expect((await findChanges(id)).filter(({ kind }) => kind === 'resolved')).toHaveLength(1);
  });

  it.each([
    ['RECOVERY', 'by its sender'],
    ['STALE', ', as it was stale'],
    ['WEBHOOK_DELETED', ', as its webhook was deleted'],
  ])('of an alert that is resolved as %s is refused with the reason', async (reason, text) => {
    const webhook = await pipeline.addWebhook('direct');
    await send(webhook, 'over', { ago: 5 });
    await send(webhook, 'over', { event_type: 'RECOVERY' });
    await pipeline.pool.query('update alert set resolved_reason = $2 where webhook_id = $1', [
      webhook.uuid,
      reason,
    ]);
    const id = String((await findAlerts(webhook))[0]?.alert_id);
    await expect(resolve(id)).rejects.toThrow(text);
  });

  it('is not made by another domain, and not for a quiet time of more than a day', async () => {
    const webhook = await pipeline.addWebhook('direct');
    await send(webhook, 'foreign', { ago: 5 });
    const id = String((await findAlerts(webhook))[0]?.alert_id);
    await expect(resolve(id, 60, { ...scopeIn('d2'), user_id: 'eve' })).rejects.toMatchObject({
      code: 'ERROR_NOT_FOUND',
    });
    await expect(resolve(id, 86_401)).rejects.toMatchObject({ code: 'ERROR_INVALID_PARAMETER' });
    expect(await findAlerts(webhook)).toMatchObject([{ state: 'OPEN' }]);
  });
});

describe('the alert of a missing heartbeat that a user has resolved', () => {
  it('comes back after the quiet time, unless a ping comes', async () => {
    const heartbeats = new HeartbeatsUnderTest(pipeline);
    await heartbeats.tick();
    const webhook = await pipeline.addWebhook('direct');
    await heartbeats.add(webhook, 'backup', { expect_every: '5m', grace: '1m', severity: 'ERROR' });
    const run = async () => {
      await heartbeats.tick();
      await heartbeats.process(webhook);
    };
    await heartbeats.ping(webhook, 'backup');
    await heartbeats.process(webhook);
    await heartbeats.pass(400);
    await run();
    const [missing] = await findAlerts(webhook);
    await resolve(String(missing?.alert_id), 1);
    expect(await heartbeats.of(webhook)).toMatchObject([{ state: 'MISSING' }]);
    await expect
      .poll(() => run().then(() => findAlerts(webhook)), { timeout: 20_000 })
      .toMatchObject([{ state: 'RESOLVED', reason: 'MANUAL' }, { state: 'OPEN' }]);
    const [, again] = await findAlerts(webhook);
    expect(await heartbeats.of(webhook)).toMatchObject([
      { state: 'MISSING', alert_id: again?.alert_id, due_at: null },
    ]);
    await resolve(String(again?.alert_id), 3_600);
    await heartbeats.ping(webhook, 'backup');
    await heartbeats.process(webhook);
    const [pinged] = await heartbeats.of(webhook);
    expect(pinged).toMatchObject({ state: 'ALIVE', alert_id: null });
    expect(pinged?.due_at?.getTime()).toBeLessThan(Date.now() + 400_000);
    expect(await findAlerts(webhook)).toHaveLength(2);
  });

  const INTERVAL: HeartbeatTerms = { expect_every: '5m', grace: '1m', severity: 'ERROR' };
  const BERLIN = { schedule: '30 2 * * *', timezone: 'Europe/Berlin' };
  const DAILY: HeartbeatTerms = { expect_every: null, ...BERLIN, grace: '1h', severity: 'ERROR' };

  describe.each([
    ['interval', INTERVAL],
    ['schedule', DAILY],
  ])('comes back at the same time if, with an %s,', (_, terms) => {
    const heartbeats = () => new HeartbeatsUnderTest(pipeline);

    /** A heartbeat that failed, and the end of the quiet time of its alert. */
    async function addResolvedFailure() {
      const webhook = await pipeline.addWebhook('direct');
      await heartbeats().add(webhook, 'backup', terms);
      await fail(webhook);
      const [alert] = await findAlerts(webhook);
      await resolve(String(alert?.alert_id), 3_600);
      const [resolved] = await heartbeats().of(webhook);
      expect(resolved?.due_at).not.toBeNull();
      return { webhook, due_at: resolved?.due_at };
    }
    async function fail(webhook: AdmittedWebhook, received_at = new Date()) {
      const failure = createHeartbeatDelivery({ kind: 'fail', name: 'backup' });
      await pipeline.addSegment(webhook, [{ ...failure, received_at }]);
      await heartbeats().process(webhook);
    }

    it('it fails again', async () => {
      const { webhook, due_at } = await addResolvedFailure();
      await fail(webhook);
      expect(await heartbeats().of(webhook)).toMatchObject([{ state: 'MISSING', due_at }]);
    });

    it('a ping from before it was missing arrives', async () => {
      const { webhook, due_at } = await addResolvedFailure();
      const ping = createHeartbeatDelivery({ kind: 'ping', name: 'backup' });
      await pipeline.addSegment(webhook, [{ ...ping, received_at: new Date(Date.now() - 60_000) }]);
      await heartbeats().process(webhook);
      const [found] = await heartbeats().of(webhook);
      expect(found).toMatchObject({ state: 'MISSING', due_at });
      expect(found?.last_ping_at).not.toBeNull();
    });

    it('its terms change', async () => {
      const { webhook, due_at } = await addResolvedFailure();
      const { rows } = await pipeline.pool.query<{ heartbeat_id: string }>(
        'select heartbeat_id from heartbeat where webhook_id = $1',
        [webhook.uuid],
      );
      const current = { ...terms, heartbeat_id: String(rows[0]?.heartbeat_id) };
      for (const changed of [
        { ...terms, grace: '2h' },
        { ...DAILY, schedule: '30 4 * * *' },
        { ...INTERVAL, expect_every: '10m' },
      ]) {
        await changeHeartbeat(pipeline.pool, current, changed);
        expect(await heartbeats().of(webhook)).toMatchObject([{ state: 'MISSING', due_at }]);
      }
    });

    it('its webhook is disabled and enabled meanwhile', async () => {
      const { webhook, due_at } = await addResolvedFailure();
      const query = async (text: string, values: unknown[]) => (await pipeline.pool.query(text, values)).rows;
      const change = (state: 'ENABLED' | 'DISABLED') =>
        updateWebhookHeartbeat({ query } as unknown as EntityManager, {
          ...webhook,
          state,
          deleted_at: null,
        });
      await change('DISABLED');
      expect(await heartbeats().of(webhook)).toMatchObject([{ due_at: null }]);
      await change('ENABLED');
      expect(await heartbeats().of(webhook)).toMatchObject([{ state: 'MISSING', due_at }]);
    });
  });
});
