import type { Severity } from '#senders/plugin-api/event.js';
import {
  decideForSubscription,
  isToldAsFlapping,
  type FlappingTold,
} from '../../delivery/domain/decide-telling.js';
import { isRemark } from '../../protocols/domain/remarks.js';
import { isCorrection, wantsKept, wantsKind } from '../../subscriptions/domain/wanted-kinds.js';
import { findHeldEnd, findSilenceEnd, type PlannedSubscription, type World } from './world.js';

/** A change of an alert in the past. Times are in milliseconds since the epoch. */
export interface TellableChange {
  readonly alert_id: string;
  /** The same for all alerts of an event key. */
  readonly key: string;
  readonly kind: string;
  readonly state: string;
  readonly severity: Severity;
  readonly flapping: boolean;
  /** ISO 8601. */
  readonly calm_at: string | null;
  readonly event_id: string | null;
  readonly title: string;
  readonly changed_at: number;
  readonly opened_at: number;
  /** A character for each query, `1` if it finds the alert as the change left it. */
  readonly matched: string;
}

/** A notification that would have been sent. */
export interface Sent {
  readonly type: string;
  readonly alert_id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly at: number;
}

/** What receives a subscription's notifications in each world, as far as a change of an alert causes any. */
export type OnSent = (subscription: number, sent: readonly (readonly Sent[])[]) => void;

type WaitingChange = Pick<TellableChange, 'kind' | 'changed_at'>;

/** What waits until it is looked at, and is told then if the alert is open. */
interface Waiting {
  readonly look_at: number;
  /** What is told; `undefined`: only a recovery waits. */
  readonly told: WaitingChange | undefined;
  /** Whether a silence or an inhibition keeps it: everything that follows waits with it. */
  readonly isKept: boolean;
}

/** What a subscription was told of an alert, in one world. */
interface Known {
  isTold: boolean | undefined;
  waiting: Waiting | undefined;
}

/** Of whom a change is decided, and when what keeps it quiet ends. */
interface TellingPlace {
  readonly world: number;
  readonly index: number;
  readonly quiet:
    | {
        /** If nothing of the alert was kept before. */
        readonly begins: number | undefined;
        readonly goesOn: number | undefined;
      }
    | undefined;
  readonly isFlappingNext: boolean;
}

interface PastAlert {
  latest: TellableChange;
  /** `undefined`: it is not acknowledged. */
  acknowledged_at: number | undefined;
  /** By number of the world and the subscription. */
  readonly known: Map<number, Known>;
}

/** Milliseconds after the end of a silence at which its alerts are looked at. */
const MARGIN_MS = 1_000;
/** Bytes of alerts that are remembered, and of what subscriptions were told of them, at most; and what each takes besides its texts. */
const MAX_BYTES = 64 * 1024 * 1024;
const ALERT_BYTES = 500;
const KNOWN_BYTES = 100;
/** Keys that are flapping, and that a subscription was told of, at most. */
const MAX_FLAPPING = 200_000;
const OPENING_KINDS: ReadonlySet<string> = new Set(['opened', 'reopened', 'flapping']);
const NOTHING: readonly Sent[] = [];

/**
 * Goes through the changes of the past in their order, and decides as the service would, in several worlds with their own
 * subscriptions, silences and inhibitions. Every attempt succeeds, and groups send each change by itself.
 */
export class TellingSimulation {
  private readonly alerts = new Map<string, PastAlert>();
  private bytes = 0;
  private readonly flapping = new Map<string, FlappingTold>();
  /** Waits until it is known whether the next one says that the key is flapping. */
  private pending: TellableChange | undefined;

  /**
   * @param from the beginning of the past: what was told of older alerts is not known
   * @param pause is called between short steps, and returns what to wait for
   */
  constructor(
    private readonly worlds: readonly World[],
    private readonly from: number,
    private readonly onSent: OnSent,
    private readonly pause: () => Promise<void> | undefined,
  ) {}

  /** Changes are given in their order, one after the other. */
  async add(change: TellableChange): Promise<void> {
    const { pending } = this;
    this.pending = change;
    if (pending !== undefined) await this.apply(pending, change);
  }

  /** Ends the past. */
  async end(at: number): Promise<void> {
    if (this.pending !== undefined) await this.apply(this.pending, undefined);
    this.pending = undefined;
    for (const alert of this.alerts.values()) await this.tellDue(alert, at);
  }

  private async apply(change: TellableChange, next: TellableChange | undefined): Promise<void> {
    const alert = this.alerts.get(change.alert_id) ?? this.remember(change);
    await this.tellDue(alert, change.changed_at);
    this.bytes += change.matched.length - alert.latest.matched.length;
    alert.latest = change;
    if (change.kind === 'acknowledged') alert.acknowledged_at = change.changed_at;
    if (change.kind === 'unacknowledged') alert.acknowledged_at = undefined;
    const isFlappingNext = isToldAsFlapping(change, next);
    const quiet: NonNullable<TellingPlace['quiet']>[] = [];
    for (const world of this.worlds) {
      await this.pause();
      const silenced = findSilenceEnd(world, change.matched, change.changed_at);
      quiet.push({
        begins: silenced ?? findHeldEnd(world, change.alert_id, change.changed_at, false),
        goesOn: silenced ?? findHeldEnd(world, change.alert_id, change.changed_at, true),
      });
    }
    const count = this.worlds[0]?.subscriptions.length ?? 0;
    for (let index = 0; index < count; index += 1) {
      await this.pause();
      const sent = this.worlds.map(({ subscriptions }, world) => {
        const subscription = subscriptions[index];
        return subscription === undefined
          ? NOTHING
          : this.tell(alert, subscription, { world, index, quiet: quiet[world], isFlappingNext });
      });
      if (sent.some(({ length }) => length > 0)) this.onSent(index, sent);
    }
  }

  private tell(
    alert: PastAlert,
    subscription: PlannedSubscription,
    { world, index, quiet, isFlappingNext }: TellingPlace,
  ): readonly Sent[] {
    const change = alert.latest;
    const { kind, state, severity, changed_at } = change;
    const isMatched = change.matched[subscription.query] === '1' && wantsKind(kind, subscription);
    if (!isMatched && !isCorrection(kind)) return NOTHING;
    const place = index * this.worlds.length + world;
    const known = alert.known.get(place) ?? {
      isTold: change.opened_at < this.from ? undefined : false,
      waiting: undefined,
    };
    const isUnsettled = known.waiting?.isKept === true;
    const quietUntil = isUnsettled ? quiet?.goesOn : quiet?.begins;
    const isKept = isMatched && quietUntil !== undefined;
    const decided = decideForSubscription(change, {
      ...{ kinds: subscription.kinds, tracksAlerts: subscription.tracksAlerts },
      ...{ isMatched, isTold: known.isTold, isKept, isUnsettled },
      ...{ hasFailed: false, isToldAsFlapping: isFlappingNext },
      flapping: this.findFlapping(change, place),
    });
    if (decided === undefined) return NOTHING;
    const { isSilenced, isToldNow, flapping } = decided;
    if (flapping !== undefined) this.rememberKey(`${place} ${change.key}`, flapping);
    if (!isRemark(`alert.${kind}`)) {
      if (isSilenced)
        known.waiting = {
          look_at: isKept ? quietUntil + MARGIN_MS : changed_at,
          told: mergeChange(known.waiting?.told, { kind, changed_at }),
          isKept: true,
        };
      else if (isToldNow) known.isTold = state === 'OPEN';
      const calm = this.findFlapping(change, place);
      if (
        !isSilenced &&
        state === 'OPEN' &&
        calm !== undefined &&
        subscription.kinds.includes('alert.opened')
      )
        known.waiting = {
          look_at: Date.parse(calm.calm_at) + MARGIN_MS,
          ...{ told: { kind: 'opened', changed_at }, isKept: false },
        };
      if (!alert.known.has(place)) this.bytes += KNOWN_BYTES;
      alert.known.set(place, known);
    }
    return isToldNow
      ? [
          {
            type: `alert.${kind}`,
            alert_id: change.alert_id,
            title: change.title,
            ...{ severity, at: changed_at },
          },
        ]
      : NOTHING;
  }

  /** Tells what waited and waits no longer. */
  private async tellDue(alert: PastAlert, until: number): Promise<void> {
    const { known } = alert;
    await this.pause();
    const due = new Set<number>();
    for (const [place, { waiting }] of known)
      if (waiting !== undefined && waiting.look_at < until) due.add(Math.floor(place / this.worlds.length));
    for (const index of due) {
      const sent: (readonly Sent[])[] = [];
      for (const [at, world] of this.worlds.entries()) {
        const each = known.get(index * this.worlds.length + at);
        const subscription = world.subscriptions[index];
        const isAny = each !== undefined && subscription !== undefined;
        sent.push(isAny ? await this.settle(each, alert, { world, subscription, until }) : NOTHING);
      }
      if (sent.some(({ length }) => length > 0)) this.onSent(index, sent);
    }
  }

  private async settle(
    known: Known,
    { latest, acknowledged_at }: PastAlert,
    { world, subscription, until }: { world: World; subscription: PlannedSubscription; until: number },
  ): Promise<readonly Sent[]> {
    while (known.waiting !== undefined && known.waiting.look_at < until) {
      await this.pause();
      const { look_at, told, isKept } = known.waiting;
      const end =
        findSilenceEnd(world, latest.matched, look_at) ??
        findHeldEnd(world, latest.alert_id, look_at, isKept);
      known.waiting = end === undefined ? undefined : { look_at: end + MARGIN_MS, told, isKept: true };
      if (end !== undefined || told === undefined || latest.state !== 'OPEN') continue;
      const isMatched = latest.matched[subscription.query] === '1';
      if (!wantsKept(told.kind, subscription, { isMatched, isTold: known.isTold === true })) continue;
      known.isTold = true;
      const isSince = told.kind !== 'acknowledged' && (acknowledged_at ?? -1) >= told.changed_at;
      const isAcknowledged = isSince && wantsKind('acknowledged', subscription);
      const { alert_id, severity, title } = latest;
      return [told.kind, ...(isAcknowledged ? ['acknowledged'] : [])].map((kind) => ({
        ...{ type: `alert.${kind}`, alert_id, severity, title, at: look_at },
      }));
    }
    return NOTHING;
  }

  private remember(change: TellableChange): PastAlert {
    const alert: PastAlert = { latest: change, acknowledged_at: undefined, known: new Map() };
    this.alerts.set(change.alert_id, alert);
    this.bytes += countBytes(alert);
    for (const [id, oldest] of this.alerts) {
      if (this.bytes <= MAX_BYTES || oldest === alert) break;
      this.alerts.delete(id);
      this.bytes -= countBytes(oldest);
    }
    return alert;
  }

  private rememberKey(key: string, told: FlappingTold): void {
    this.flapping.set(key, told);
    const [oldest] = this.flapping.size > MAX_FLAPPING ? this.flapping.keys() : [];
    if (oldest !== undefined) this.flapping.delete(oldest);
  }

  /** What was told of a key before it was calm no longer counts. */
  private findFlapping(
    { flapping, key, changed_at }: TellableChange,
    place: number,
  ): FlappingTold | undefined {
    const told = flapping ? this.flapping.get(`${place} ${key}`) : undefined;
    return told !== undefined && Date.parse(told.calm_at) >= changed_at ? told : undefined;
  }
}

/** Without the titles of later changes. */
const countBytes = ({ latest, known }: PastAlert): number =>
  ALERT_BYTES + latest.matched.length + KNOWN_BYTES * known.size;

/** What tells most of an alert is its opening, and otherwise the newest change. */
function mergeChange(earlier: WaitingChange | undefined, change: WaitingChange): WaitingChange | undefined {
  if (change.kind === 'resolved') return earlier;
  const isOpening = ({ kind }: WaitingChange) => OPENING_KINDS.has(kind);
  return earlier !== undefined && isOpening(earlier) && !isOpening(change) ? earlier : change;
}
