import { uuidFromHash } from '#shared/kernel/ids.js';
import type { Alarm } from './alarm.js';
import { cleanText } from '#shared/kernel/clean-text.js';
import { reasonOf, senderDecision, type SenderDecision } from './sender-decision.js';
import { heartbeatNewsIn, type HeartbeatNews } from '../../heartbeats/domain/heartbeat-delivery.js';
import { DeliveryBudget, withinCount } from './delivery-budget.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import { parseAnywhere, parseDelivery } from '#senders/plugin-api/parse-delivery.js';
import type { AnyPlugin, Plugin, PluginOptions, PluginOutcome } from '#senders/plugin-api/plugin.js';
import { readBody } from '#senders/body/read-body.js';
import type { DefaultSeverity } from '#senders/plugin-api/unstated-severity.js';

/** What a delivery holds, in the order of its payload. `fallback`: why the webhook's own plugin could not read it. */
export type ReadAlarm =
  | { readonly kind: 'alarm'; readonly alarm: Alarm; readonly fallback?: string | undefined }
  | { readonly kind: 'ignored'; readonly reason: string; readonly fallback?: string | undefined }
  /** What became of an alarm in the sender's own system, and what to say of it. */
  | {
      readonly kind: 'acknowledgement';
      readonly decision: SenderDecision;
      readonly reason: string;
      readonly fallback?: string | undefined;
    }
  /** A ping of the heartbeat of this name that counts. */
  | { readonly kind: 'ping'; readonly name: string; readonly fallback?: string | undefined }
  /** What no plugin reads. */
  | { readonly kind: 'heartbeat'; readonly news: HeartbeatNews }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface ReadOptions {
  /** Newer ones may have been processed before it. */
  readonly late?: boolean;
  /** The webhook's; `AUTO` where none is given. */
  readonly default_severity?: DefaultSeverity | undefined;
}

/** Never throws: whatever a body or a plugin does, the delivery has an outcome. */
export function readAlarms(
  plugin: Plugin,
  options: PluginOptions,
  deliveryId: string,
  delivery: Delivery,
  { late = false, default_severity }: ReadOptions = {},
): ReadAlarm[] {
  const news = heartbeatNewsIn(delivery);
  if (news !== undefined) return [{ kind: 'heartbeat', news }];
  const read = readBody(delivery.body, delivery.content_type);
  if (!read.ok) return [{ kind: 'unreadable', reason: cleanReason(read.reason) }];
  const outcomes = parseDelivery(plugin, { ...delivery, body: read.body }, options, default_severity);
  return alarmsFrom(outcomes, deliveryId, delivery, late);
}

/** As {@link readAlarms}, wherever the plugin does its work. @throws PluginUnavailableError when the plugin can say nothing now */
export async function readAlarmsAsync(
  plugin: AnyPlugin,
  options: PluginOptions,
  deliveryId: string,
  delivery: Delivery,
  { late = false, default_severity }: ReadOptions = {},
): Promise<ReadAlarm[]> {
  const news = heartbeatNewsIn(delivery);
  if (news !== undefined) return [{ kind: 'heartbeat', news }];
  const read = readBody(delivery.body, delivery.content_type);
  if (!read.ok) return [{ kind: 'unreadable', reason: cleanReason(read.reason) }];
  const outcomes = await parseAnywhere(plugin, { ...delivery, body: read.body }, options, default_severity);
  return alarmsFrom(outcomes, deliveryId, delivery, late);
}

function alarmsFrom(
  outcomes: readonly PluginOutcome[],
  deliveryId: string,
  delivery: Delivery,
  late: boolean,
): ReadAlarm[] {
  const [events, acknowledgements] = [new Ordinals(), new Ordinals()];
  const budget = new DeliveryBudget(delivery.body.length);
  return withinCount(outcomes).map((outcome, position): ReadAlarm => {
    // Reasons may quote the payload, and go to the same database as the rest.
    if (outcome.outcome === 'ERROR') return { kind: 'unreadable', reason: cleanReason(outcome.reason) };
    const fallback = outcome.fallback === undefined ? undefined : cleanReason(outcome.fallback);
    if (outcome.outcome === 'IGNORED')
      return { kind: 'ignored', reason: cleanReason(outcome.reason), fallback };
    if (outcome.outcome === 'ACKNOWLEDGED') {
      const ordinal = acknowledgements.next(outcome.acknowledgement.pointer);
      const decision = senderDecision(outcome.acknowledgement, deliveryId, delivery, { ordinal, position });
      return { kind: 'acknowledgement', decision, reason: cleanReason(reasonOf(decision)), fallback };
    }
    const clean = budget.clean(outcome.event);
    if (typeof clean === 'string') return { kind: 'unreadable', reason: clean };
    const { pointer } = outcome.event;
    const ordinal = events.next(pointer);
    const alarm = {
      ...clean,
      // Where in the payload, not which of its alarms: another version of the plugin may count them differently.
      event_id: uuidFromHash(delivery.received_at, deliveryId, pointer, String(ordinal)),
      delivery_id: deliveryId,
      created_at: delivery.received_at,
      late,
    };
    return { kind: 'alarm', alarm, fallback };
  });
}

/** Numbers the alarms of each part of the payload. */
class Ordinals {
  private readonly counts = new Map<string, number>();

  next(pointer: string): number {
    const ordinal = this.counts.get(pointer) ?? 0;
    this.counts.set(pointer, ordinal + 1);
    return ordinal;
  }
}

const REASON_LENGTH = 500;

function cleanReason(reason: string): string {
  return cleanText(reason.slice(0, REASON_LENGTH));
}
