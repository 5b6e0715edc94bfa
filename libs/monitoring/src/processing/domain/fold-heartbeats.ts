import type { Delivery } from '../../intake/domain/delivery.js';
import { isOwn, type HeartbeatNews } from '../../heartbeats/domain/heartbeat-delivery.js';
import type { HeartbeatState } from '../../heartbeats/domain/heartbeat-record.js';
import {
  ANY_DELIVERY,
  DEFAULT_TERMS,
  MOST_HEARTBEATS,
  patienceOf,
  type HeartbeatTerms,
} from '../../heartbeats/domain/heartbeat-terms.js';
import { isHeartbeatAlarm } from '../../webhooks/domain/heartbeat-settings.js';
import type { WebhookSettings } from '../../webhooks/domain/webhook-settings.js';
import type { Alarm } from './alarm.js';
import { deletedAlarm, heartbeatKey, missingAlarm, recoveredAlarm } from './heartbeat-alarms.js';
import type { ReadDelivery, ReadSegment } from './process-batch.js';
import type { ReadAlarm } from './read-alarms.js';

type Settings = Pick<WebhookSettings, 'heartbeat' | 'heartbeats' | 'heartbeat_of'>;

export interface HeartbeatWebhook {
  /** A TypeID. */
  readonly webhook_id: string;
  readonly settings: Settings;
}

/** A heartbeat as it is stored. */
export interface KnownHeartbeat extends HeartbeatTerms {
  readonly state: HeartbeatState;
  readonly last_ping_at: Date | null;
  /** Arrival of the delivery that reported the heartbeat missing. */
  readonly missing_since: Date | null;
}

/** The heartbeats of one webhook that a batch refers to, by name, and how many more the domain may create. */
export interface KnownHeartbeats {
  readonly byName: ReadonlyMap<string, KnownHeartbeat>;
  readonly room: number;
}

export interface HeartbeatChange extends KnownHeartbeat {
  readonly name: string;
  readonly isNew: boolean;
  /** Key of the alert that is open while the heartbeat is missing. */
  readonly event_key: string;
}

export interface HeartbeatFold {
  /** The segments, with the alarms that result from changes of heartbeats. */
  readonly segments: readonly ReadSegment[];
  readonly changes: readonly HeartbeatChange[];
  /** Pings that created no heartbeat because the domain has reached its limit. */
  readonly refused: number;
}

/** Turns alarms that ping a heartbeat into pings. They do not become events. */
export function withPings({ heartbeat_of }: Settings, alarms: readonly ReadAlarm[]): readonly ReadAlarm[] {
  if (heartbeat_of === null) return alarms;
  return alarms.map((one): ReadAlarm => {
    if (one.kind !== 'alarm' || !isHeartbeatAlarm(heartbeat_of, one.alarm)) return one;
    const { name } = heartbeat_of;
    return one.alarm.event_type === 'RECOVERY'
      ? {
          kind: 'ignored',
          reason: `the end of an alarm that pings heartbeat ${name}`,
          fallback: one.fallback,
        }
      : { kind: 'ping', name, fallback: one.fallback };
  });
}

/** Returns the names of the heartbeats that these deliveries refer to. */
export function heartbeatNames(
  { settings }: HeartbeatWebhook,
  segments: readonly ReadSegment[],
): readonly string[] {
  const names = new Set<string>();
  if (settings.heartbeat !== null) names.add(ANY_DELIVERY);
  for (const { deliveries } of segments)
    for (const { alarms } of deliveries)
      for (const one of alarms) {
        if (one.kind === 'heartbeat') names.add(one.news.name);
        else if (one.kind === 'ping') names.add(one.name);
      }
  return [...names];
}

/**
 * Computes the changes of heartbeats, in the order of the deliveries. Pure: the same input gives the same result, ids included.
 */
export function foldHeartbeats(
  webhook: HeartbeatWebhook,
  known: KnownHeartbeats,
  segments: readonly ReadSegment[],
): HeartbeatFold {
  const fold = new Fold(webhook, known);
  const folded = segments.map((segment) => ({
    ...segment,
    deliveries: segment.deliveries.map((one) => ({ ...one, alarms: fold.outcomesOf(one) })),
  }));
  return { segments: folded, changes: fold.changes, refused: fold.refused };
}

class Fold {
  private readonly changed = new Map<string, HeartbeatChange>();
  refused = 0;
  private room: number;

  constructor(
    private readonly webhook: HeartbeatWebhook,
    private readonly known: KnownHeartbeats,
  ) {
    this.room = known.room;
  }

  get changes(): readonly HeartbeatChange[] {
    return [...this.changed.values()];
  }

  outcomesOf(read: ReadDelivery): readonly ReadAlarm[] {
    const { settings } = this.webhook;
    const outcomes = read.alarms.flatMap((one): readonly ReadAlarm[] => {
      if (one.kind === 'heartbeat') return this.hear(one.news, read);
      if (one.kind === 'ping') return this.ping(one.name, read, true);
      return [one];
    });
    if (settings.heartbeat === null || isOwn(read.delivery)) return outcomes;
    const any = this.ping(ANY_DELIVERY, read, false);
    // Every delivery pings this heartbeat. The ping is listed as an outcome only if it changes something.
    return any.length > 1 ? [...outcomes, ...any] : outcomes;
  }

  private hear({ kind, name }: HeartbeatNews, read: ReadDelivery): readonly ReadAlarm[] {
    if (kind === 'ping') return this.ping(name, read, this.webhook.settings.heartbeats === 'AUTO');
    if (kind === 'missing') return [this.judge(name, read)];
    return [{ kind: 'alarm', alarm: this.alarmOf(read, name, deletedAlarm(name)) }];
  }

  private ping(name: string, read: ReadDelivery, mayCreate: boolean): readonly ReadAlarm[] {
    const before = this.find(name) ?? (mayCreate ? this.create(name) : `there is no heartbeat ${name}`);
    if (typeof before === 'string') return [{ kind: 'ignored', reason: before }];
    const at = read.delivery.received_at;
    const { missing_since } = before;
    // A ping from a spool may have arrived before the heartbeat was reported missing. It is then no recovery.
    const isBack = missing_since !== null && at >= missing_since;
    const isFirst = before.state === 'NEW';
    this.change(name, {
      ...before,
      last_ping_at: before.last_ping_at !== null && before.last_ping_at > at ? before.last_ping_at : at,
      ...(isBack || isFirst ? { state: 'ALIVE', missing_since: null } : {}),
    });
    const pinged: ReadAlarm = { kind: 'ping', name };
    if (!isBack) return [pinged];
    const alarm = this.alarmOf(read, name, recoveredAlarm(name, before, at));
    return [pinged, { kind: 'alarm', alarm }];
  }

  private judge(name: string, read: ReadDelivery): ReadAlarm {
    const before = this.find(name);
    if (before === undefined) return { kind: 'ignored', reason: `heartbeat ${name} was deleted` };
    const { state, last_ping_at } = before;
    if (state !== 'ALIVE' || last_ping_at === null)
      return { kind: 'ignored', reason: `heartbeat ${name} is ${state}` };
    const at = read.delivery.received_at;
    if (last_ping_at.getTime() + patienceOf(before) * 1000 > at.getTime()) {
      // An unchanged heartbeat is written too: it must be checked again at the end of its new time.
      this.change(name, before);
      return { kind: 'ignored', reason: `heartbeat ${name} was pinged in time` };
    }
    this.change(name, { ...before, state: 'MISSING', missing_since: at });
    return { kind: 'alarm', alarm: this.alarmOf(read, name, missingAlarm(name, before)) };
  }

  private alarmOf(
    { delivery, delivery_id, late = false }: ReadDelivery,
    name: string,
    make: (key: string, at: { delivery: Delivery; delivery_id: string }) => Alarm,
  ): Alarm {
    return { ...make(heartbeatKey(this.webhook.webhook_id, name), { delivery, delivery_id }), late };
  }

  private find(name: string): KnownHeartbeat | undefined {
    return this.changed.get(name) ?? this.known.byName.get(name);
  }

  private create(name: string): KnownHeartbeat | string {
    if (this.room <= 0) {
      this.refused += 1;
      return `heartbeat ${name} was not created: the domain has ${MOST_HEARTBEATS}, which is the limit`;
    }
    this.room -= 1;
    const terms = this.webhook.settings.heartbeat ?? DEFAULT_TERMS;
    return { ...terms, state: 'NEW', last_ping_at: null, missing_since: null };
  }

  private change(name: string, to: KnownHeartbeat): void {
    const isNew = this.changed.get(name)?.isNew ?? !this.known.byName.has(name);
    this.changed.set(name, {
      ...to,
      name,
      isNew,
      event_key: heartbeatKey(this.webhook.webhook_id, name),
    });
  }
}
