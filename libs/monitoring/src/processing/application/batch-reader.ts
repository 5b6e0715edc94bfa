import type { Plugin } from '#senders/plugin-api/plugin.js';
import type { CarefulReading } from './careful-reading.js';
import type { ReadTurn } from './commit-turns.js';
import type { PendingOf, ProcessingLog } from './ports/processing-log.js';
import type { AdmittedWebhook } from '../../intake/application/ports/webhook-directory.js';
import type { ProcessingCounters as ProcessingFigures } from './processing-counters.js';
import { readPending } from './read-pending.js';
import type { TurnBudget } from './turn-budget.js';

/** A webhook whose plugin works right here. */
export interface Ready {
  readonly webhook: AdmittedWebhook;
  readonly plugin: Plugin;
}

export interface Batch {
  readonly turns: readonly ReadTurn[];
  /** Where to read on, of each webhook that is in it. */
  readonly next: readonly PendingOf[];
  readonly cut: boolean;
  /** Those that have turns of their own, or wait for what others hold. */
  readonly leftOut: ReadonlySet<string>;
  /** Where it is spent, no other batch is read while this one is there. */
  readonly budget?: TurnBudget;
}

export const NOTHING_MORE: Batch = { turns: [], next: [], cut: false, leftOut: new Set() };

/** Lets plugins read what waits for several webhooks of one domain. */
export class BatchReader {
  /** @param leaveOut takes a webhook whose deliveries are to be read by themselves */
  constructor(
    private readonly log: ProcessingLog,
    private readonly figures: ProcessingFigures,
    private readonly careful: CarefulReading,
    private readonly leaveOut: (webhook: AdmittedWebhook) => void,
  ) {}

  async read(
    group: ReadonlyMap<string, Ready>,
    from: readonly PendingOf[],
    budget: TurnBudget,
  ): Promise<Batch> {
    const { segments: found, cut, held } = await this.log.readPending(from);
    const turns: ReadTurn[] = [];
    const next: PendingOf[] = [];
    const leftOut = new Set(held);
    for (const [uuid, pending] of found) {
      const ready = group.get(uuid);
      if (ready === undefined || budget.isSpent) continue;
      const { webhook, plugin } = ready;
      if (this.careful.isFor(pending)) {
        leftOut.add(uuid);
        this.leaveOut(webhook);
        continue;
      }
      const begun = performance.now();
      const segments = await readPending(plugin, webhook, pending, budget);
      this.figures.parsed(webhook.plugin_id, segments, performance.now() - begun);
      turns.push({ webhook, segments });
      next.push({ uuid, domain_id: webhook.domain_id, after: pending[segments.length - 1]?.seq });
    }
    return { turns, next, cut: cut || budget.isSpent, leftOut, budget };
  }
}
