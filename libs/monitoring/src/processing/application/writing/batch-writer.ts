import { Logger } from '@nestjs/common';
import { MAX_HEARTBEATS } from '../../../webhooks/domain/heartbeat-terms.js';
import { alarmsOf } from '../../domain/process-batch.js';
import { convertToPings } from '../../domain/fold-heartbeats.js';
import type { Alarm } from '../../domain/alarm.js';
import { UnstorableError, type CommitResult, type ProcessingLog } from '../ports/processing-log.js';
import type { ProcessingCounters } from '../processing-counters.js';
import type { ParsedWebhook } from '../parsing/batch-reader.js';
import type { SenderVerification } from '../sender-verification.js';

/** Writes the outcomes of deliveries. Alarms that the database refuses go to the quarantine. */
export class BatchWriter {
  private readonly logger = new Logger('Heartbeats');
  /** Webhooks for which it was logged that their pings create no more heartbeats. */
  private readonly loggedWebhooks = new Set<string>();

  constructor(
    private readonly log: ProcessingLog,
    private readonly counters: ProcessingCounters,
    private readonly senders: SenderVerification,
  ) {}

  /**
   * Writes batches of webhooks of one domain in one transaction.
   * @returns the result of each webhook of which segments were read, by uuid
   * @throws UnstorableError when the database refuses a value and there are several webhooks
   */
  async write(reads: readonly ParsedWebhook[]): Promise<ReadonlyMap<string, CommitResult>> {
    const nonEmpty = reads.filter(({ segments }) => segments.length > 0).map(convertPings);
    for (const { webhook, segments } of nonEmpty) await this.senders.requestConfirmations(webhook, segments);
    const [single, ...others] = nonEmpty;
    if (single === undefined) return new Map();
    const results = others.length === 0 ? [await this.writeSingle(single)] : await this.commit(nonEmpty);
    return new Map(nonEmpty.map(({ webhook }, at) => [webhook.uuid, results[at] ?? 'busy']));
  }

  private async writeSingle(read: ParsedWebhook): Promise<CommitResult | undefined> {
    try {
      return (await this.commit([read]))[0];
    } catch (error) {
      if (!(error instanceof UnstorableError)) throw error;
      const { webhook, segments } = read;
      const alarms = alarmsOf(segments);
      const unstorable = await findUnstorable(alarms, (subset) => this.log.canStore(webhook, subset));
      // Each alarm is accepted by itself, but all together are refused. Write fewer segments; a single segment is quarantined.
      if (unstorable.length === 0 && segments.length > 1) {
        const half = segments.slice(0, Math.ceil(segments.length / 2));
        const result = await this.writeSingle({ ...read, segments: half });
        return result === 'committed' ? 'changed' : result;
      }
      const refused = unstorable.length > 0 ? unstorable : alarms;
      const reason = `cannot be stored: ${error.message}`;
      return (await this.commit([read], new Map(refused.map(({ event_id }) => [event_id, reason]))))[0];
    }
  }

  /** @param refused reasons, by event id */
  private async commit(
    reads: readonly ParsedWebhook[],
    refused: ReadonlyMap<string, string> = new Map(),
  ): Promise<readonly CommitResult[]> {
    const startedAt = performance.now();
    const commits = reads.map(({ webhook, segments }) => ({ webhook, segments, refused }));
    const committed = await this.log.commit(commits);
    const milliseconds = performance.now() - startedAt;
    committed.forEach(({ batch, refusedPings = 0 }, at) => {
      const read = reads[at];
      if (batch === undefined || read === undefined) return;
      this.counters.recordCommitted(read.webhook.plugin_id, read.segments, batch, milliseconds);
      this.recordRefusedHeartbeats(read.webhook.webhook_id, refusedPings);
    });
    return committed.map(({ result }) => result);
  }

  /** The sender got its response long before. Only the operator can be told. */
  private recordRefusedHeartbeats(webhook_id: string, pings: number): void {
    if (pings === 0) return;
    this.counters.heartbeatsRefused += pings;
    if (this.loggedWebhooks.has(webhook_id)) return;
    this.loggedWebhooks.add(webhook_id);
    this.logger.warn(
      `pings of ${webhook_id} create no heartbeats: its domain has ${MAX_HEARTBEATS}, which is the limit`,
    );
  }
}

/** Must run first, because alarms that ping a heartbeat do not become events. */
function convertPings(read: ParsedWebhook): ParsedWebhook {
  const { settings } = read.webhook;
  if (settings.heartbeat_of === null) return read;
  const segments = read.segments.map((segment) => ({
    ...segment,
    deliveries: segment.deliveries.map((one) => ({ ...one, alarms: convertToPings(settings, one.alarms) })),
  }));
  return { ...read, segments };
}

/** Finds the alarms that the database refuses by bisection, so that the others are stored. */
export async function findUnstorable(
  alarms: readonly Alarm[],
  canStore: (subset: readonly Alarm[]) => Promise<boolean>,
): Promise<Alarm[]> {
  if (alarms.length === 0 || (await canStore(alarms))) return [];
  if (alarms.length === 1) return [...alarms];
  const middle = Math.floor(alarms.length / 2);
  return [
    ...(await findUnstorable(alarms.slice(0, middle), canStore)),
    ...(await findUnstorable(alarms.slice(middle), canStore)),
  ];
}
