import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPipeline, posted, type Pipeline } from '../../../../test/pipeline.js';
import { DEFAULT_SETTINGS, type WebhookSettings } from '../../../webhooks/domain/webhook-settings.js';
import type { AdmittedWebhook } from '../../application/ports/webhook-directory.js';
import { IntakeCounters } from '../intake-counters.js';
import { PostgresWebhookLimits } from './postgres-webhook-limits.js';

let pipeline: Pipeline;
let processes: PostgresWebhookLimits[] = [];
beforeAll(async () => void (pipeline = await createPipeline()));
afterEach(async () => {
  await Promise.all(processes.map((each) => each.beforeApplicationShutdown()));
  processes = [];
});
afterAll(() => pipeline.close());

function newProcess(): PostgresWebhookLimits {
  const limits = new PostgresWebhookLimits(pipeline.pool, new IntakeCounters());
  processes.push(limits);
  return limits;
}

async function addLimitedWebhook(settings: Partial<WebhookSettings>): Promise<AdmittedWebhook> {
  return {
    ...(await pipeline.addWebhook('direct')),
    settings: { ...DEFAULT_SETTINGS, ...settings },
    signing_secrets: [],
  };
}

/** Returns how many of `times` deliveries are accepted. */
function countAdmitted(limits: PostgresWebhookLimits, webhook: AdmittedWebhook, times: number): number {
  let count = 0;
  for (let n = 0; n < times; n += 1) {
    try {
      limits.admit(webhook);
      count += 1;
    } catch (error) {
      expect(error).toMatchObject({ code: 'ERROR_UNAVAILABLE', retryAfter: expect.any(Number) });
    }
  }
  return count;
}

const intake = async ({ uuid }: AdmittedWebhook) => {
  const { rows } = await pipeline.pool.query<{ tokens: number }>(
    'select tokens from webhook_intake where webhook_id = $1',
    [uuid],
  );
  return rows[0];
};

describe('max_rate', () => {
  it('holds for all processes together, in the long run', { timeout: 30_000 }, async () => {
    const webhook = await addLimitedWebhook({ max_rate: 100 });
    const all = [newProcess(), newProcess(), newProcess()];
    let count = 0;
    const began = performance.now();
    while (performance.now() - began < 6_000) {
      for (const each of all) count += countAdmitted(each, webhook, 20);
      await new Promise((resume) => setTimeout(resume, 20));
    }
    const seconds = (performance.now() - began) / 1000;
    // One second of the rate at the start, and the excess of three processes within one exchange.
    expect(count).toBeLessThan(100 * (seconds + 1 + 3 * 2));
    expect(count).toBeGreaterThan(100 * (seconds - 3));
  });

  it('keeps the excess of all processes as a debt while no deliveries arrive', async () => {
    const webhook = await addLimitedWebhook({ max_rate: 1 });
    const all = Array.from({ length: 20 }, newProcess);
    for (const each of all) each.admit(webhook);
    for (const each of all) await each.exchange();
    // Nothing is sent meanwhile. What all processes accepted is a debt of some 19 seconds.
    for (let n = 0; n < 3; n += 1) for (const each of all) await each.exchange();
    for (const each of all) expect(countAdmitted(each, webhook, 1)).toBe(0);
  });

  it('fills up again after the clock of the database was ahead', async () => {
    const webhook = await addLimitedWebhook({ max_rate: 1 });
    const limits = newProcess();
    limits.admit(webhook);
    await limits.exchange();
    await pipeline.pool.query(
      `update webhook_intake set tokens = 0, counted_at = counted_at + interval '45 days' where webhook_id = $1`,
      [webhook.uuid],
    );
    newProcess().admit(webhook);
    for (const each of processes) await each.exchange();
    const { rows } = await pipeline.pool.query(
      'select counted_at <= clock_timestamp() as ok from webhook_intake where webhook_id = $1',
      [webhook.uuid],
    );
    expect(rows).toEqual([{ ok: true }]);
  });

  it('neither rejects nor stores anything for a webhook without limits', async () => {
    const webhook = await addLimitedWebhook({});
    expect(countAdmitted(newProcess(), webhook, 10_000)).toBe(10_000);
    expect(await intake(webhook)).toBeUndefined();
  });
});

describe('max_backlog', () => {
  it('counts the pending deliveries of the log, whoever wrote them', async () => {
    const webhook = await addLimitedWebhook({ max_backlog: 10 });
    for (let n = 0; n < 7; n += 1)
      await pipeline.log.append(webhook, posted({ event_key: `${n}`, title: 't' }));
    const limits = newProcess();
    limits.admit(webhook);
    await limits.exchange();
    expect(countAdmitted(limits, webhook, 20)).toBe(3);

    // As a worker does after processing them.
    await pipeline.pool.query('update delivery_segment set processed_at = now() where webhook_id = $1', [
      webhook.uuid,
    ]);
    await limits.exchange();
    expect(countAdmitted(limits, webhook, 20)).toBe(10);
    expect(() => limits.admit(webhook)).toThrow(
      expect.objectContaining({
        webhook: { uuid: webhook.uuid, webhook_id: webhook.webhook_id, domain_id: webhook.domain_id },
        reason: '10 deliveries wait already (settings.max_backlog)',
      }),
    );
  });

  it('counts again although the last count was made while the clock of the database was ahead', async () => {
    const webhook = await addLimitedWebhook({ max_backlog: 3 });
    for (let n = 0; n < 3; n += 1)
      await pipeline.log.append(webhook, posted({ event_key: `${n}`, title: 't' }));
    const limits = newProcess();
    limits.admit(webhook);
    await limits.exchange();
    await pipeline.pool.query('update delivery_segment set processed_at = now() where webhook_id = $1', [
      webhook.uuid,
    ]);
    await pipeline.pool.query(
      `update webhook_intake set backlog_at = clock_timestamp() + interval '45 days', backlog = 3, backlog_taken = 0
       where webhook_id = $1`,
      [webhook.uuid],
    );
    const other = newProcess();
    other.admit(webhook);
    await other.exchange();
    expect(countAdmitted(other, webhook, 20)).toBe(3);
  });

  it('applies to infrequent deliveries until there is room again', async () => {
    const webhook = await addLimitedWebhook({ max_backlog: 3 });
    for (let n = 0; n < 5; n += 1)
      await pipeline.log.append(webhook, posted({ event_key: `${n}`, title: 't' }));
    const limits = newProcess();
    expect(countAdmitted(limits, webhook, 1)).toBe(1);
    for (let n = 0; n < 4; n += 1) {
      // Nothing is sent meanwhile.
      for (let seconds = 0; seconds < 2; seconds += 1) await limits.exchange();
      expect(countAdmitted(limits, webhook, 1)).toBe(0);
    }
    await pipeline.pool.query('update delivery_segment set processed_at = now() where webhook_id = $1', [
      webhook.uuid,
    ]);
    for (let seconds = 0; seconds < 2; seconds += 1) await limits.exchange();

    const asked = vi.spyOn(pipeline.pool, 'query');
    await limits.exchange();
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect(countAdmitted(limits, webhook, 1)).toBe(1);
  });

  it('updates a large backlog by accepted and processed deliveries between two counts', async () => {
    const webhook = await addLimitedWebhook({ max_backlog: 5_000 });
    const received_at = new Date();
    const one = { ...posted({ event_key: 'k', title: 't' }), received_at };
    const segment_id = await pipeline.addSegment(webhook, [one]);
    await pipeline.pool.query(`update delivery_segment set delivery_count = 4000 where segment_id = $1`, [
      segment_id,
    ]);
    const [here, there] = [newProcess(), newProcess()];
    here.admit(webhook);
    await here.exchange();
    expect(countAdmitted(here, webhook, 600)).toBe(600);
    await here.exchange();

    // Counting is not due yet. Another process still learns what the first one accepted.
    const count = vi.spyOn(pipeline.pool, 'query');
    there.admit(webhook);
    await there.exchange();
    expect(countAdmitted(there, webhook, 600)).toBe(5_000 - 4_000 - 601);
    // As a worker does after processing them.
    await pipeline.pool.query(
      `update webhook_cursor set received_count = received_count + 4000 where webhook_id = $1`,
      [webhook.uuid],
    );
    await there.exchange();
    expect(countAdmitted(there, webhook, 3_000)).toBe(3_000);
    expect(count.mock.calls.filter(([sql]) => JSON.stringify(sql).includes('count backlogs'))).toEqual([]);
    count.mockRestore();

    // Deliveries that were accepted and never written are forgotten with the next count.
    await pipeline.pool.query(
      `update webhook_intake set backlog_at = backlog_at - interval '3 s' where webhook_id = $1`,
      [webhook.uuid],
    );
    await there.exchange();
    expect(countAdmitted(there, webhook, 2_000)).toBe(1_000);
  });
});
