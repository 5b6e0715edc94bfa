import { Logger } from '@nestjs/common';
import { correlate } from '../../domain/correlate.js';
import { alarmsOf, processBatch, type ProcessedBatch } from '../../domain/process-batch.js';
import {
  UnstorableError,
  type CommitResult,
  type ProcessingLog,
  type WebhookCommit,
} from '../ports/processing-log.js';
import type { ProcessingCounters } from '../processing-counters.js';
import type { ParsedWebhook } from '../parsing/batch-reader.js';
import type { SenderVerification } from '../sender-verification.js';
import type { KnownState } from '../../domain/correlation.js';
import { foldHeartbeats, collectHeartbeatNames, convertToPings } from '../../domain/fold-heartbeats.js';
import { dropRepeatedDeliveries, listSignedDeliveries } from '../../domain/signed-deliveries.js';
import { MAX_HEARTBEATS } from '../../../heartbeats/domain/heartbeat-terms.js';
import { findUnstorable } from './find-unstorable.js';

/** Reasons, by event id. */
type RefusalReasons = ReadonlyMap<string, string>;

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
      const unstorable = await findUnstorable(alarms, (subset) =>
        this.log.canStore(webhook, subset, (known) => correlate(known, subset, webhook.settings)),
      );
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

  private async commit(
    reads: readonly ParsedWebhook[],
    refused: RefusalReasons = new Map(),
  ): Promise<readonly CommitResult[]> {
    const startedAt = performance.now();
    const batches: (ProcessedBatch | undefined)[] = [];
    const heartbeatsRefused: number[] = [];
    const results = await this.log.commit(
      reads.map((read, at) =>
        createCommit(
          read,
          refused,
          (batch) => (batches[at] = batch),
          (pings) => (heartbeatsRefused[at] = pings),
        ),
      ),
    );
    const milliseconds = performance.now() - startedAt;
    reads.forEach(({ webhook, segments }, at) => {
      const batch = batches[at];
      if (results[at] === 'committed' && batch !== undefined)
        this.counters.recordCommitted(webhook.plugin_id, segments, batch, milliseconds);
      if (results[at] === 'committed')
        this.recordRefusedHeartbeats(webhook.webhook_id, heartbeatsRefused[at] ?? 0);
    });
    return results;
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

/** @param written called with the final batch */
function createCommit(
  { webhook, segments }: ParsedWebhook,
  refused: RefusalReasons,
  written: (batch: ProcessedBatch) => void,
  refuseHeartbeats: (pings: number) => void,
): WebhookCommit {
  const { heartbeats, heartbeat_of, signature } = webhook.settings;
  const names = collectHeartbeatNames(webhook, segments);
  return {
    webhook,
    segmentIds: segments.map(({ segment_id }) => segment_id),
    heartbeats: names,
    canCreateHeartbeats: heartbeats === 'AUTO' || heartbeat_of !== null,
    signed: listSignedDeliveries(segments, signature),
    // The signed time of a request may be ahead by the tolerance, and the request is accepted until it is behind by it.
    memorySeconds: 2 * signature.tolerance,
    fold: (known, repeated) => {
      const kept = dropRepeatedDeliveries(segments, repeated);
      // Most batches have no heartbeats and must not pay for them.
      const unchanged = { segments: kept, changes: [], refused: 0 };
      const folded = names.length === 0 ? unchanged : foldHeartbeats(webhook, known, kept);
      refuseHeartbeats(folded.refused);
      const decide = (keys: KnownState) => processBatch(keys, folded.segments, webhook.settings, refused);
      return { alarms: alarmsOf(folded.segments), heartbeats: folded.changes, decide, onWritten: written };
    },
  };
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
