import { charactersOf } from '../domain/delivery-budget.js';
import type { Plugin, PluginOptions } from '../domain/plugin.js';
import type { ReadSegment } from '../domain/process-batch.js';
import { readAlarms, type ReadAlarm } from '../domain/read-alarms.js';
import type { PendingDelivery, PendingSegment } from './ports/processing-log.js';

const ALARMS_PER_TURN = 10_000;
const CHARACTERS_PER_TURN = 16 * 1024 * 1024;

/** What a turn holds in memory and writes in one transaction, however much its deliveries have become. */
export class TurnBudget {
  private alarms = 0;
  private characters = 0;

  take({ deliveries }: ReadSegment): void {
    for (const { alarms } of deliveries) {
      this.alarms += alarms.length;
      for (const one of alarms) if (one.kind === 'alarm') this.characters += charactersOf(one.alarm);
    }
  }

  get isSpent(): boolean {
    return this.alarms >= ALARMS_PER_TURN || this.characters >= CHARACTERS_PER_TURN;
  }
}

/** Segments in their order, until the budget is spent. */
export function readPending(
  plugin: Plugin,
  options: PluginOptions,
  pending: readonly PendingSegment[],
  budget: TurnBudget,
): ReadSegment[] {
  const segments: ReadSegment[] = [];
  for (const { segment_id, late, deliveries } of pending) {
    if (budget.isSpent) break;
    const segment = {
      segment_id,
      deliveries: deliveries.map((one) => ({
        delivery_id: one.delivery_id,
        delivery: one.delivery,
        alarms: damaged(one) ?? readAlarms(plugin, options, one.delivery_id, one.delivery, late),
      })),
    };
    budget.take(segment);
    segments.push(segment);
  }
  return segments;
}

/** No plugin can read what is no longer what was written. */
export function damaged({ damage }: PendingDelivery): ReadAlarm[] | undefined {
  return damage === undefined ? undefined : [{ kind: 'unreadable', reason: damage }];
}
