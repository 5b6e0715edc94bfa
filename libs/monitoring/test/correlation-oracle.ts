import type { Severity } from '#senders/plugin-api/event.js';
import { rankOf } from '../src/processing/domain/correlation.js';
import type { Alarm } from '../src/processing/domain/alarm.js';

const MINUTE = 60_000;
const HOLD = 6 * MINUTE;

/** An alarm that was accepted as news, with its times in milliseconds. */
interface News {
  readonly recovery: boolean;
  readonly text: string;
  /** The sender's time; `null` for a recovery without an end. */
  readonly time: number | null;
}

interface Quiet {
  readonly until: number;
  readonly severity: Severity;
}

interface Held {
  readonly at: number;
  readonly start: number;
}

/**
 * The rule of correlation for one key, as simple as it can be stated: it keeps every alarm, and expects them in the order of
 * their arrival. All alarms have whole minutes, and recoveries have their own end or no time.
 */
export class CorrelationOracle {
  private readonly news: News[] = [];
  private readonly ends = new Set<number>();
  opened = 0;
  private isOpen = false;
  /** The last news that determined the state. */
  private latest: News | undefined;
  private start: number | null = null;
  private end: number | null = null;
  private recoveredAt = 0;
  private held: Held | undefined;
  /** A user has resolved the alert, and neither a recovery nor another alert has followed. */
  private quiet: Quiet | undefined;
  private lastHeard: { readonly at: number; readonly text: string } | undefined;

  get open(): boolean {
    return this.isOpen;
  }

  /** A user resolves the open alert, which has this severity. */
  resolve(at: number, quietSeconds: number, severity: Severity): void {
    this.isOpen = false;
    this.quiet = { until: at + quietSeconds * 1_000, severity };
    this.lastHeard = undefined;
  }

  /** The held firing opens its alert. */
  elapse(now: number): void {
    if (this.held === undefined || now < this.recoveredAt + HOLD) return;
    const { start } = this.held;
    this.beginAlert({ recovery: false, text: 'held', time: null }, start);
    // What is sent again is now about an alert that is open.
    this.lastHeard = undefined;
  }

  hear(alarm: Alarm): void {
    const at = alarm.created_at.getTime();
    this.elapse(at);
    const text = `${alarm.event_type} ${alarm.severity} ${alarm.occurred_at?.getTime() ?? ''} ${alarm.raw_data}`;
    const isRetry =
      this.quiet === undefined &&
      this.lastHeard?.text === text &&
      at - this.lastHeard.at <= MINUTE &&
      alarm.occurred_at !== null;
    if (isRetry && !this.isHeldSince(at)) return;
    this.lastHeard = { at, text };
    const one = {
      recovery: alarm.event_type === 'RECOVERY',
      text: `${alarm.event_type} ${alarm.severity}`,
      time: alarm.occurred_at?.getTime() ?? null,
    };
    if (one.recovery) this.hearRecovery(one, at, alarm.started_at?.getTime() ?? null);
    else if (this.quiet !== undefined) this.hearAfterResolution(alarm, one, at, this.quiet);
    else if (alarm.occurred_at_is === 'start') this.hearSince(one, at);
    else this.hearEvent(one);
  }

  private isHeldSince(at: number): boolean {
    return this.held !== undefined && at - this.held.at > MINUTE;
  }

  private hearRecovery(one: News, at: number, startedAt: number | null): void {
    this.held = undefined;
    if (one.time !== null && this.ends.has(one.time)) return;
    if (one.time !== null) this.ends.add(one.time);
    const isNewer = one.time === null || this.isNewest(one.time);
    const isOngoing = this.isOpen || this.quiet !== undefined;
    const isOfOpenAlert = isOngoing && startedAt !== null && startedAt === this.start;
    const isFirst = this.news.length === 0;
    // An end that lies before the start of its own alert gives no order.
    this.news.push({ ...one, time: isNewer || !isOfOpenAlert ? one.time : null });
    if (!isFirst && !(isOngoing && (isNewer || isOfOpenAlert))) return;
    this.isOpen = false;
    this.quiet = undefined;
    this.recoveredAt = at;
    this.end = isNewer ? one.time : null;
  }

  private hearAfterResolution(
    { severity, occurred_at_is }: Alarm,
    one: News,
    at: number,
    quiet: Quiet,
  ): void {
    const { start } = this;
    const time = one.time ?? 0;
    const isSince = occurred_at_is === 'start';
    const isOfAlert = isSince && time === start;
    if (!isOfAlert && !this.isNewest(time)) return void this.news.push(one);
    const isNewer = isSince && start !== null && time > start;
    const isRepeat = at < quiet.until && rankOf(severity) <= rankOf(quiet.severity) && !isNewer;
    if (!isRepeat) return this.beginAlert(this.isNewest(time) ? one : { ...one, time: null }, time);
    this.hearOpen(one, time, isSince);
    this.start = start;
  }

  private hearSince(one: News & { readonly time: number | null }, at: number): void {
    const time = one.time ?? 0;
    if (this.isOpen) return this.hearOpen(one, time, true);
    if (this.news.length === 0) return this.beginAlert(one, time);
    if (!this.news.some((each) => !each.recovery && each.time === time) && this.start !== time) {
      if (this.isNewest(time) && !(this.end !== null && time === this.end)) return this.beginAlert(one, time);
      this.news.push(one);
      return;
    }
    const isAgain = this.held?.start === time && at - this.held.at > MINUTE;
    if (at >= this.recoveredAt + HOLD || isAgain) this.beginAlert({ ...one, time: null }, time);
    else this.held ??= { at, start: time };
  }

  private hearEvent(one: News): void {
    const time = one.time ?? 0;
    if (this.isOpen) return this.hearOpen(one, time, false);
    const isKnown = this.news.some((each) => each.text === one.text && each.time === time);
    if (isKnown) return;
    if (this.isNewest(time)) this.beginAlert(one, time);
    else this.news.push(one);
  }

  private hearOpen(one: News, time: number, isSince: boolean): void {
    const isOfLatestTime = this.latest?.time === time || (isSince && this.start === time);
    if (isOfLatestTime && this.latest?.text === one.text) return;
    if (!isOfLatestTime && this.news.some((each) => each.text === one.text && each.time === time)) return;
    this.news.push(one);
    if (!isOfLatestTime && !this.isNewest(time)) return;
    this.latest = one;
    if (isSince) this.start = time;
  }

  private isNewest(time: number): boolean {
    return !this.news.some((each) => each.time !== null && each.time > time);
  }

  private beginAlert(one: News, start: number): void {
    this.news.push(one);
    this.latest = one;
    this.start = start;
    this.end = null;
    this.held = undefined;
    this.quiet = undefined;
    this.isOpen = true;
    this.opened += 1;
  }
}
