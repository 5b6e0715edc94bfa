import { formatDay, type Day } from '../../quotas/domain/quota-limit.js';
import type { Sent } from './simulate-telling.js';

/** Notifications that are listed as examples, at most. */
const MAX_FIRST = 10;

/** The first of many notifications, also if they come out of order. */
class FirstSent {
  private readonly sent: Sent[] = [];

  add(one: Sent): void {
    this.sent.push(one);
    if (this.sent.length >= 4 * MAX_FIRST) this.sent.splice(0, this.sent.length, ...this.list());
  }

  list(): readonly Sent[] {
    return this.sent.toSorted((a, b) => a.at - b.at).slice(0, MAX_FIRST);
  }
}

/** Compares what a subscription would have been sent before and after a plan. */
export class PlanTally {
  before = 0;
  after = 0;
  more = 0;
  fewer = 0;
  readonly firstMore = new FirstSent();
  readonly firstFewer = new FirstSent();

  /** Adds what a change of one alert causes in both worlds. */
  add(before: readonly Sent[], after: readonly Sent[]): void {
    this.before += before.length;
    this.after += after.length;
    for (const one of after)
      if (!includes(before, one)) {
        this.more += 1;
        this.firstMore.add(one);
      }
    for (const one of before)
      if (!includes(after, one)) {
        this.fewer += 1;
        this.firstFewer.add(one);
      }
  }

  get hasDifference(): boolean {
    return this.more > 0 || this.fewer > 0;
  }
}

const includes = (sent: readonly Sent[], { at, type }: Sent): boolean =>
  sent.some((each) => each.at === at && each.type === type);

/** Counts units by day. */
export class DayTally {
  private readonly byDay = new Map<Day, number>();
  total = 0;

  /** @param unitsEach the units that each takes */
  add(sent: readonly Sent[], unitsEach: number): void {
    for (const { at } of sent) {
      const day = formatDay(new Date(at));
      this.byDay.set(day, (this.byDay.get(day) ?? 0) + unitsEach);
      this.total += unitsEach;
    }
  }

  /** In their order. */
  get days(): readonly { readonly day: Day; readonly count: number }[] {
    return [...this.byDay]
      .map(([day, count]) => ({ day, count }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  }
}
