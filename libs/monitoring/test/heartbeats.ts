import type { DiskFloor } from '#shared/platform/disk/disk-floor.js';
import { sql } from '#test/sql.js';
import { createHeartbeatDelivery } from '../src/heartbeats/domain/heartbeat-delivery.js';
import { DEFAULT_TERMS, type HeartbeatTerms } from '../src/webhooks/domain/heartbeat-terms.js';
import { CheckHeartbeats, RecordAcceptance } from '../src/heartbeats/infrastructure/check-heartbeats.js';
import type { AdmittedWebhook } from '../src/intake/application/ports/webhook-directory.js';
import { addHeartbeat } from '../src/heartbeats/tables/heartbeat-rows.js';
import { ProcessDeliveries } from '../src/processing/application/process-deliveries.js';
import type { Pipeline } from './pipeline.js';

export interface StoredHeartbeat {
  readonly name: string;
  readonly state: string;
  readonly last_ping_at: Date | null;
  readonly due_at: Date | null;
  readonly alert_id: string | null;
}

/** Heartbeats of a pipeline. Time passes by moving stored times into the past. */
export class HeartbeatsUnderTest {
  readonly judge: CheckHeartbeats;
  private readonly accepting: RecordAcceptance;

  /** @param pool used by the worker that judges */
  constructor(
    private readonly pipeline: Pipeline,
    pool = pipeline.pool,
  ) {
    this.judge = new CheckHeartbeats(pool, pipeline.wakeUps);
    this.accepting = new RecordAcceptance(pool, { isLow: () => false } as unknown as DiskFloor);
  }

  async add(webhook: AdmittedWebhook, name: string, terms: Partial<HeartbeatTerms> = {}): Promise<void> {
    const owner = { webhook_id: webhook.uuid, domain_id: webhook.domain_id, project_id: webhook.project_id };
    await addHeartbeat(this.pipeline.pool, owner, name, { ...DEFAULT_TERMS, ...terms });
  }

  ping(webhook: AdmittedWebhook, name: string, log = this.pipeline.log) {
    return log.append(webhook, createHeartbeatDelivery({ kind: 'ping', name }));
  }

  async process(webhook: AdmittedWebhook): Promise<void> {
    await this.pipeline.newWorker().execute(new ProcessDeliveries([webhook.uuid]));
  }

  /** Simulates a second in which the service accepts deliveries and judges heartbeats. */
  async tick(): Promise<void> {
    await this.accept();
    // The first run may only extend the deadlines. The second one then judges.
    await this.judge.execute();
    await this.judge.execute();
  }

  async accept(): Promise<void> {
    await this.sql(`update heartbeat_watch set accepting_at = accepting_at - interval '1 s'`);
    await this.accepting.execute();
  }

  /** Simulates seconds in which the service accepts deliveries. */
  async pass(seconds: number): Promise<void> {
    await this.outage(seconds);
    await this.sql(`update heartbeat_watch set accepting_at = statement_timestamp()`);
  }

  /** Simulates seconds in which the service is down. Negative: the clock of the database is set back. */
  async outage(seconds: number): Promise<void> {
    const back = (name: string) => `${name} = ${name} - ${seconds} * interval '1 s'`;
    await this.sql(
      `update heartbeat set ${['last_ping_at', 'missing_since', 'due_at'].map(back).join(', ')}`,
    );
    const times = ['accepting_at', 'accepting_since', 'accepted_from', 'accepted_until', 'applied_since']
      .map(back)
      .join(', ');
    await this.sql(`update heartbeat_watch set ${times}`);
  }

  async of({ uuid }: AdmittedWebhook): Promise<readonly StoredHeartbeat[]> {
    return this.sql(
      `select name, state, last_ping_at, due_at, alert_id from heartbeat where webhook_id = $1 order by name`,
      [uuid],
    );
  }

  alertsOf({ uuid }: AdmittedWebhook): Promise<
    readonly {
      readonly title: string;
      readonly state: string;
      readonly severity: string;
      readonly alert_id: string;
    }[]
  > {
    return this.sql(
      `select title, state, severity, alert_id from alert where webhook_id = $1 order by opened_at, title`,
      [uuid],
    );
  }

  /** Runs SQL on a separate connection, which works even if the others do not. */
  sql<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return sql(this.pipeline.database.url, text, values) as Promise<Row[]>;
  }
}
