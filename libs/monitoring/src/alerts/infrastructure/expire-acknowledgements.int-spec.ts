import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { formatId } from '#shared/kernel/ids.js';
import { createPipeline, posted, type Pipeline } from '../../../test/pipeline.js';
import { floorsOf } from '../../../test/retention.js';
import { scopeIn } from '../../../test/webhooks.js';
import { ProcessDeliveries } from '../../processing/application/process-deliveries.js';
import { AcknowledgeAlert, ResolveAlert } from '../application/change-alerts.js';
import { AcknowledgeAlertHandler, AlertDecisions } from './acknowledge-alerts.handler.js';
import { AlertResolutions, ResolveAlertHandler } from './resolve-alerts.handler.js';
import { ExpireAcknowledgements, FIND_WEBHOOKS } from './expire-acknowledgements.js';
import { CHANGES_OF } from '../../../test/alarm-source.js';

let pipeline: Pipeline;
let expired: ExpireAcknowledgements;
beforeAll(async () => {
  pipeline = await createPipeline();
  expired = new ExpireAcknowledgements(pipeline.pool, pipeline.wakeUps);
});
afterAll(() => pipeline.close());

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await pipeline.pool.query<Record<string, unknown>>(text, values)).rows;

it('withdraws expired acknowledgements of open alerts once, and leaves all others', async () => {
  const webhook = await pipeline.addWebhook('direct');
  const { uuid, domain_id } = webhook;
  await pipeline.pool.query(
    `insert into alert (alert_id, domain_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count, acknowledged, acknowledged_by, acknowledged_until)
     select gen_random_uuid(), $1, $2, 'p', key, state, 'ERROR', key, now(), now(), 1, 0, true, 'jane', until
     from (values ('over', 'OPEN', now() - interval '1 s'), ('ahead', 'OPEN', now() + interval '1 h'),
       ('endless', 'OPEN', null), ('resolved', 'RESOLVED', now() - interval '1 s')) as one (key, state, until)`,
    [domain_id, uuid],
  );
  const due = await expired.findWebhooks(10);
  expect(due).toEqual([{ uuid, domain_id }]);
  expect(await expired.expireBatch(webhook, 10)).toBe(1);
  expect(await expired.expireBatch(webhook, 10)).toBe(0);
  expect(await expired.findWebhooks(10)).toEqual([]);
  expect(
    await rowsOf(`select event_key from alert where webhook_id = $1 and acknowledged order by 1`, [uuid]),
  ).toEqual([{ event_key: 'ahead' }, { event_key: 'endless' }, { event_key: 'resolved' }]);
  const changes = `select kind, actor, state_before, state from ${CHANGES_OF}`;
  expect(await rowsOf(changes, [uuid])).toEqual([
    { kind: 'unacknowledged', actor: null, state_before: 'OPEN', state: 'OPEN' },
  ]);
});

it('withdraws an acknowledgement that expired before the alert was resolved, and leaves one that did not', async () => {
  const scope = { ...scopeIn('d1'), user_id: 'jane' };
  const decisions = new AlertDecisions(pipeline.pool, floorsOf(), pipeline.wakeUps);
  const resolutions = new AlertResolutions(pipeline.pool, floorsOf(), pipeline.wakeUps);
  const resolveAcknowledged = async (until: string) => {
    const webhook = await pipeline.addWebhook('direct');
    await pipeline.addSegment(webhook, [
      { ...posted({ event_key: 'k', title: 't' }), received_at: new Date() },
    ]);
    await pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
    const [found] = await rowsOf('select alert_id from alert where webhook_id = $1', [webhook.uuid]);
    const id = formatId('alert', String(found?.['alert_id']));
    await new AcknowledgeAlertHandler(decisions).execute(new AcknowledgeAlert(scope, id, {}, false));
    for (const [table, column] of [
      ['alert_decision', 'until'],
      ['alert', 'acknowledged_until'],
    ])
      await pipeline.pool.query(
        `update ${table} set ${column} = now() + $2::interval where webhook_id = $1`,
        [webhook.uuid, until],
      );
    await new ResolveAlertHandler(resolutions).execute(new ResolveAlert(scope, id, {}));
    return rowsOf('select state, acknowledged, acknowledged_by from alert where webhook_id = $1', [
      webhook.uuid,
    ]);
  };
  const state = 'RESOLVED';
  expect(await resolveAcknowledged('-10 ms')).toEqual([
    { state, acknowledged: false, acknowledged_by: null },
  ]);
  expect(await resolveAcknowledged('1 hour')).toEqual([
    { state, acknowledged: true, acknowledged_by: 'jane' },
  ]);
});

it('settles the other webhooks when one with a thousand expired acknowledgements fails', async () => {
  const broken = await pipeline.addWebhook('direct');
  const other = await pipeline.addWebhook('direct', 'd2');
  for (const [{ uuid, domain_id }, count, secondsAgo] of [
    [broken, 1000, 60],
    [other, 1, 1],
  ] as const)
    await pipeline.pool.query(
      `insert into alert (alert_id, domain_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
         last_received_at, event_count, duplicate_count, acknowledged, acknowledged_by, acknowledged_until)
       select gen_random_uuid(), $1, $2, 'p', n, 'OPEN', 'ERROR', n, now(), now(), 1, 0, true, 'jane', now() - $4 * interval '1 s'
       from generate_series(1, $3::int) as n`,
      [domain_id, uuid, count, secondsAgo],
    );
  const expireBatch = expired.expireBatch.bind(expired);
  const spy = vi.spyOn(expired, 'expireBatch').mockImplementation(async (webhook, limit) => {
    if (webhook.uuid === broken.uuid) throw new Error('broken');
    return expireBatch(webhook, limit);
  });
  const countAcknowledged = async ({ uuid }: { uuid: string }) =>
    (await rowsOf(`select from alert where webhook_id = $1 and acknowledged`, [uuid])).length;
  await expired.execute();
  await expired.execute();
  expect(await countAcknowledged(other)).toBe(0);
  spy.mockRestore();
  await expired.execute();
  await expired.execute();
  expect(await countAcknowledged(broken)).toBe(0);
});

it('finds webhooks with expired acknowledgements by an index', async () => {
  const { uuid, domain_id } = await pipeline.addWebhook('direct');
  await pipeline.pool.query(
    `insert into alert (alert_id, domain_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count, acknowledged)
     select gen_random_uuid(), $1, $2, 'p', n, 'OPEN', 'ERROR', n, now(), now(), 1, 0, n % 2 = 0
     from generate_series(1, 5000) as n`,
    [domain_id, uuid],
  );
  // A statement is planned once for each connection, at first without statistics.
  for (const statistics of ['', 'analyze alert']) {
    await pipeline.pool.query(statistics);
    const plan = await rowsOf(`explain ${FIND_WEBHOOKS}`.replace('$1', '1000').replace('$2', `'{}'`));
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('using alert_acknowledged_until');
  }
});
