import { cleanText } from '#shared/kernel/clean-text.js';
import type { Delivery } from '../../intake/domain/delivery.js';
import {
  isInternalDelivery,
  parseHeartbeatReport,
  type HeartbeatMessage,
} from '../../heartbeats/domain/heartbeat-delivery.js';
import type { HeartbeatState } from '../../heartbeats/domain/heartbeat-record.js';
import {
  ANY_DELIVERY,
  DEFAULT_TERMS,
  MAX_HEARTBEATS,
  computeDueTime,
  type HeartbeatTerms,
} from '../../webhooks/domain/heartbeat-terms.js';
import { isHeartbeatAlarm } from '../../webhooks/domain/heartbeat-settings.js';
import type { WebhookSettings } from '../../webhooks/domain/webhook-settings.js';
import type { Alarm } from './alarm.js';
import { deletedAlarm, failedAlarm, heartbeatKey, missingAlarm, recoveredAlarm } from './heartbeat-alarms.js';
import type { ParsedDelivery, ParsedSegment } from './process-batch.js';
import type { ParsedAlarm } from './parse-alarms.js';

type Settings = Pick<WebhookSettings, 'heartbeat' | 'heartbeats' | 'heartbeat_of'>;

export interface HeartbeatWebhook {
  /** A TypeID. */
  readonly webhook_id: string;
  readonly settings: Settings & Pick<WebhookSettings, 'signature'>;
}

/** A heartbeat as it is stored. */
export interface KnownHeartbeat extends HeartbeatTerms {
  readonly state: HeartbeatState;
  readonly last_ping_at: Date | null;
  /** Arrival of the last delivery that reported the heartbeat missing, or its failure. */
  readonly missing_since: Date | null;
}

/** The heartbeats of one webhook that a batch refers to, by name, and how many more the domain may create. */
export interface KnownHeartbeats {
  readonly byName: ReadonlyMap<string, KnownHeartbeat>;
  readonly capacity: number;
}

export interface HeartbeatChange extends KnownHeartbeat {
  readonly name: string;
  readonly isNew: boolean;
  /** Key of the alert that is open while the heartbeat is missing. */
  readonly event_key: string;
}

export interface HeartbeatFold {
  /** The segments, with the alarms that result from changes of heartbeats. */
  readonly segments: readonly ParsedSegment[];
  readonly changes: readonly HeartbeatChange[];
  /** Pings that created no heartbeat because the domain has reached its limit. */
  readonly refusedPings: number;
}

/** Turns alarms that ping a heartbeat into pings. They do not become events. */
export function convertToPings(
  { heartbeat_of }: Settings,
  alarms: readonly ParsedAlarm[],
): readonly ParsedAlarm[] {
  if (heartbeat_of === null) return alarms;
  return alarms.map((one): ParsedAlarm => {
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
export function collectHeartbeatNames(
  { settings }: HeartbeatWebhook,
  segments: readonly ParsedSegment[],
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
 * @param known `undefined`: the deliveries refer to no heartbeat. Most do not, and must not pay for it.
 */
export function foldHeartbeats(
  webhook: HeartbeatWebhook,
  known: KnownHeartbeats | undefined,
  segments: readonly ParsedSegment[],
): HeartbeatFold {
  if (known === undefined) return { segments, changes: [], refusedPings: 0 };
  const fold = new HeartbeatFolder(webhook, known);
  const folded = segments.map((segment) => ({
    ...segment,
    deliveries: segment.deliveries.map((one) => ({ ...one, alarms: fold.foldDelivery(one) })),
  }));
  return { segments: folded, changes: fold.changes, refusedPings: fold.refusedPings };
}

class HeartbeatFolder {
  private readonly changed = new Map<string, HeartbeatChange>();
  refusedPings = 0;
  private capacity: number;

  constructor(
    private readonly webhook: HeartbeatWebhook,
    private readonly known: KnownHeartbeats,
  ) {
    this.capacity = known.capacity;
  }

  get changes(): readonly HeartbeatChange[] {
    return [...this.changed.values()];
  }

  foldDelivery(parsed: ParsedDelivery): readonly ParsedAlarm[] {
    const { settings } = this.webhook;
    const outcomes = parsed.alarms.flatMap((one): readonly ParsedAlarm[] => {
      if (one.kind === 'heartbeat') return this.handleMessage(one.news, parsed);
      if (one.kind === 'ping') return this.handlePing(one.name, parsed, true);
      return [one];
    });
    if (settings.heartbeat === null || isInternalDelivery(parsed.delivery)) return outcomes;
    const isRepetition = parsed.alarms.some(({ kind }) => kind === 'repetition');
    // Workers check the signatures of SNS: a delivery of which nothing could be read may be anybody's.
    const { scheme, required } = settings.signature;
    const isUnverified =
      scheme === 'SNS' && required && parsed.alarms.every(({ kind }) => kind === 'unreadable');
    if (isRepetition || isUnverified) return outcomes;
    const anyDeliveryPing = this.handlePing(ANY_DELIVERY, parsed, false);
    // Every delivery pings this heartbeat. The ping is listed as an outcome only if it changes something.
    return anyDeliveryPing.length > 1 ? [...outcomes, ...anyDeliveryPing] : outcomes;
  }

  private handleMessage(
    { kind, name, again }: HeartbeatMessage,
    parsed: ParsedDelivery,
  ): readonly ParsedAlarm[] {
    const canCreate = this.webhook.settings.heartbeats === 'AUTO';
    if (kind === 'ping') return this.handlePing(name, parsed, canCreate);
    if (kind === 'fail') return [this.handleFailure(name, parsed, canCreate)];
    if (kind === 'start' || kind === 'log') return [describeRecord(kind, name, parsed)];
    if (kind === 'missing') return [this.checkMissing(name, parsed, again)];
    return [{ kind: 'alarm', alarm: this.createAlarm(parsed, name, deletedAlarm(name)) }];
  }

  private handlePing(name: string, parsed: ParsedDelivery, canCreate: boolean): readonly ParsedAlarm[] {
    const before = this.find(name) ?? (canCreate ? this.create(name) : `there is no heartbeat ${name}`);
    if (typeof before === 'string') return [{ kind: 'ignored', reason: before }];
    const at = parsed.delivery.received_at;
    const { missing_since } = before;
    // A ping from a spool may have arrived before the heartbeat was reported missing. It is then no recovery.
    const isRecovered = missing_since !== null && at >= missing_since;
    const isFirst = before.state === 'NEW';
    this.change(name, {
      ...before,
      last_ping_at: before.last_ping_at !== null && before.last_ping_at > at ? before.last_ping_at : at,
      ...(isRecovered || isFirst ? { state: 'ALIVE', missing_since: null } : {}),
    });
    const ping: ParsedAlarm = { kind: 'ping', name };
    if (!isRecovered) return [ping];
    const alarm = this.createAlarm(parsed, name, recoveredAlarm(name, before, at));
    return [ping, { kind: 'alarm', alarm }];
  }

  /** A failure opens the alert of the heartbeat at once, unless its source has sent a ping since. */
  private handleFailure(name: string, parsed: ParsedDelivery, canCreate: boolean): ParsedAlarm {
    const before = this.find(name) ?? (canCreate ? this.create(name) : `there is no heartbeat ${name}`);
    if (typeof before === 'string') return { kind: 'ignored', reason: before };
    const at = parsed.delivery.received_at;
    const { last_ping_at, missing_since } = before;
    if (last_ping_at !== null && last_ping_at > at)
      return { kind: 'ignored', reason: `heartbeat ${name} was pinged after this failure` };
    this.change(name, {
      ...before,
      state: 'MISSING',
      missing_since: missing_since !== null && missing_since > at ? missing_since : at,
    });
    const report = parseHeartbeatReport(parsed.delivery);
    return { kind: 'alarm', alarm: this.createAlarm(parsed, name, failedAlarm(name, before, report)) };
  }

  /** @param again the heartbeat is missing already, and a user had resolved its alert for a time that has passed */
  private checkMissing(name: string, parsed: ParsedDelivery, again = false): ParsedAlarm {
    const before = this.find(name);
    if (before === undefined) return { kind: 'ignored', reason: `heartbeat ${name} was deleted` };
    const { state, last_ping_at } = before;
    if (again && state === 'MISSING') {
      // Written, as it refers to the alert that this opens.
      this.change(name, before);
      return { kind: 'alarm', alarm: this.createAlarm(parsed, name, missingAlarm(name, before)) };
    }
    if (state !== 'ALIVE' || last_ping_at === null)
      return { kind: 'ignored', reason: `heartbeat ${name} is ${state}` };
    const at = parsed.delivery.received_at;
    if (computeDueTime(before, last_ping_at) > at) {
      // An unchanged heartbeat is written too: it must be checked again at the end of its new time.
      this.change(name, before);
      return { kind: 'ignored', reason: `heartbeat ${name} was pinged in time` };
    }
    this.change(name, { ...before, state: 'MISSING', missing_since: at });
    return { kind: 'alarm', alarm: this.createAlarm(parsed, name, missingAlarm(name, before)) };
  }

  private createAlarm(
    { delivery, delivery_id, late = false }: ParsedDelivery,
    name: string,
    create: (key: string, at: { delivery: Delivery; delivery_id: string }) => Alarm,
  ): Alarm {
    return { ...create(heartbeatKey(this.webhook.webhook_id, name), { delivery, delivery_id }), late };
  }

  private find(name: string): KnownHeartbeat | undefined {
    return this.changed.get(name) ?? this.known.byName.get(name);
  }

  private create(name: string): KnownHeartbeat | string {
    if (this.capacity <= 0) {
      this.refusedPings += 1;
      return `heartbeat ${name} was not created: the domain has ${MAX_HEARTBEATS}, which is the limit`;
    }
    this.capacity -= 1;
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

const MAX_RECORDED_CHARACTERS = 300;

/** A start does not satisfy the schedule, because the job may never end. */
function describeRecord(kind: 'start' | 'log', name: string, { delivery }: ParsedDelivery): ParsedAlarm {
  const { run_id, output } = parseHeartbeatReport(delivery);
  const text = cleanText(output.slice(0, MAX_RECORDED_CHARACTERS));
  const run = run_id === null ? '' : `, run ${run_id}`;
  return { kind: 'ignored', reason: `${kind} of heartbeat ${name}${run}${text === '' ? '' : `: ${text}`}` };
}
