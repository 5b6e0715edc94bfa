import { describe, expect, it } from 'vitest';
import { until } from '#test/client.js';
import { SpoolUnderTest } from '../../../../../test/spool-under-test.js';
import { GetLedger } from '../../../application/get-ledger.js';
import { GetLedgerHandler } from '../../get-ledger.handler.js';
import { retryRefused } from './retry-refused.js';

const subject = new SpoolUnderTest();

describe('the spool', () => {
  it('counts a refused segment in the ledger until it is stored', async () => {
    const today = async () => {
      const { results, balanced } = await new GetLedgerHandler(subject.pipeline.pool).execute(
        new GetLedger(1),
      );
      const { accepted = 0, kept = 0 } = results[0]?.deliveries ?? {};
      return { accepted, kept, balanced };
    };
    const { accepted, kept } = await today();
    const late = subject.segmentOf('7');
    await hideWebhook(true);
    for (const round of [1, 2]) {
      await subject.spool.append([late], { even: true });
      await subject.drained();
      expect([round, await today()]).toEqual([
        round,
        { accepted: accepted + 1, kept: kept + 1, balanced: true },
      ]);
    }
    await hideWebhook(false);
    expect(await retryRefused(subject.folder.path)).toHaveLength(2);
    await until(
      () => today(),
      (now) => now.kept === kept,
    );
    expect(await today()).toEqual({ accepted: accepted + 1, kept, balanced: true });
    expect((await subject.bodiesInLog()).map(({ n }) => n)).toEqual([7]);
  });

  it('tries refused segments of folders that no process holds again at the next start', async () => {
    const other = await subject.openSpool();
    await hideWebhook(true);
    await other.append([subject.segmentOf('4')], { even: true });
    await subject.drained(other);
    await other.onApplicationShutdown();
    await hideWebhook(false);
    await subject.spool.onApplicationShutdown();
    subject.spool = await subject.openSpool();
    const found = await until(
      () => subject.bodiesInLog(),
      (bodies) => bodies.length > 0,
    );
    expect(found.map(({ n }) => n)).toEqual([4]);
  });
});

/** The database refuses deliveries of a webhook that it does not find. */
async function hideWebhook(isHidden: boolean): Promise<void> {
  await subject.pipeline.pool.query(`update webhook_cursor set domain_id = $1 where webhook_id = $2`, [
    isHidden ? 'hidden' : 'd1',
    subject.webhook.uuid,
  ]);
}
