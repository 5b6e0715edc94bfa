import { correlate } from '../domain/correlate.js';
import type { Alarm } from '../domain/alarm.js';
import { alarmsOf, processBatch, type ProcessedBatch, type ReadSegment } from '../domain/process-batch.js';
import { findUnstorable } from './find-unstorable.js';
import {
  UnstorableError,
  type CommitResult,
  type PendingTurn,
  type ProcessingLog,
} from './ports/processing-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { ProcessingCounters as ProcessingFigures } from './processing-counters.js';

/** Segments of a webhook that its plugin has read. */
export interface ReadTurn {
  readonly webhook: AdmittedWebhook;
  readonly segments: readonly ReadSegment[];
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** Writes what has become of deliveries, all but what the database refuses: that goes to the quarantine. */
export class CommitTurns {
  constructor(
    private readonly log: ProcessingLog,
    private readonly figures: ProcessingFigures,
  ) {}

  /** Webhooks of one domain, together. @throws UnstorableError when the database refuses a value of any of them */
  async together(
    turns: readonly ReadTurn[],
    refused: ReadonlyMap<string, string> = NOTHING,
  ): Promise<readonly CommitResult[]> {
    const begun = performance.now();
    const batches: (ProcessedBatch | undefined)[] = [];
    const results = await this.log.commit(
      turns.map(({ webhook, segments }, at): PendingTurn => ({
        webhook,
        segmentIds: segments.map(({ segment_id }) => segment_id),
        alarms: alarmsOf(segments),
        decide: (known) =>
          (batches[at] = processBatch(known, segments, webhook.settings.deduplicate, refused)),
      })),
    );
    const milliseconds = performance.now() - begun;
    turns.forEach(({ webhook, segments }, at) => {
      const batch = batches[at];
      if (results[at] === 'committed' && batch !== undefined)
        this.figures.committed(webhook.plugin_id, segments, batch, milliseconds);
    });
    return results;
  }

  /** One webhook. */
  async alone(turn: ReadTurn): Promise<CommitResult> {
    try {
      return await this.without(turn);
    } catch (error) {
      if (!(error instanceof UnstorableError)) throw error;
      const { webhook, segments } = turn;
      const alarms = alarmsOf(segments);
      const refuse = (some: readonly Alarm[]) =>
        this.without(
          turn,
          new Map(some.map(({ event_id }) => [event_id, `cannot be stored: ${error.message}`])),
        );
      const { deduplicate } = webhook.settings;
      const culprits = await findUnstorable(alarms, (some) =>
        this.log.accepts(webhook, some, (known) => correlate(known, some, deduplicate)),
      );
      if (culprits.length > 0) return refuse(culprits);
      // None by itself, but together they are: in smaller portions, and what cannot be divided all at once.
      if (segments.length === 1) return refuse(alarms);
      const result = await this.alone({
        webhook,
        segments: segments.slice(0, Math.ceil(segments.length / 2)),
      });
      return result === 'committed' ? 'changed' : result;
    }
  }

  private async without(turn: ReadTurn, refused?: ReadonlyMap<string, string>): Promise<CommitResult> {
    const [result = 'busy'] = await this.together([turn], refused);
    return result;
  }
}
