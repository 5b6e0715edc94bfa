import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { until } from '#test/client.js';
import { createTestFolder, type TestFolder } from '#test/folder.js';
import type { AdmittedWebhook } from '../src/intake/application/ports/webhook-directory.js';
import { newSegmentId, decodeSegment, encodeSegment } from '../src/intake/tables/segment-codec.js';
import type { DeliverySpool } from '../src/intake/infrastructure/delivery-log/spool/delivery-spool.js';
import { createPipeline, posted, type Pipeline } from './pipeline.js';

/** A spool in its own folder for each test of a file, and one pipeline for all of them. */
export class SpoolUnderTest {
  pipeline!: Pipeline;
  folder!: TestFolder;
  webhook!: AdmittedWebhook;
  spool!: DeliverySpool;

  constructor() {
    beforeAll(async () => void (this.pipeline = await createPipeline()));
    afterAll(() => this.pipeline.close());
    beforeEach(async () => {
      this.folder = await createTestFolder('spool');
      this.webhook = await this.pipeline.addWebhook('direct');
      this.spool = await this.openSpool();
    });
    afterEach(async () => {
      vi.restoreAllMocks();
      await this.spool.onApplicationShutdown();
      await this.folder.remove();
    });
  }

  async openSpool(maxBytes?: number): Promise<DeliverySpool> {
    const opened = this.pipeline.newSpool(this.folder.path, maxBytes);
    await opened.onModuleInit();
    return opened;
  }

  /** Makes the database unavailable until the returned function is called. */
  cutOff(how: 'refuses' | 'hangs'): () => void {
    const gone = async () => {
      // As long as the driver would wait.
      if (how === 'hangs') await sleep(1_000);
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    };
    const spy = vi.spyOn(this.pipeline.pool, 'query').mockImplementation(gone);
    return () => spy.mockRestore();
  }

  async bodiesInLog() {
    const { rows } = await this.pipeline.pool.query<{ payload: Buffer; late: boolean; segment_id: string }>(
      `select payload, late, segment_id from delivery_segment where webhook_id = $1 order by seq`,
      [this.webhook.uuid],
    );
    return rows.flatMap(({ payload, late, segment_id }) =>
      decodeSegment(payload).map(({ body }) => ({ n: Number(body), late, segment_id })),
    );
  }

  drained(of = this.spool): Promise<boolean> {
    return until(
      async () => of.isActive,
      (active) => !active,
    );
  }

  send(log: ReturnType<Pipeline['newLog']>, n: number) {
    return log.append(this.webhook, posted(String(n)));
  }

  segmentOf(body: string, { webhook_uuid = this.webhook.uuid, at = new Date() } = {}) {
    const payload = encodeSegment([{ ...posted(body), received_at: at }]);
    const segment_id = newSegmentId(at);
    return { domain_id: 'd1', segment_id, webhook_uuid, received_at: at, delivery_count: 1, payload };
  }
}
