import { Injectable } from '@nestjs/common';
import {
  AlertHistory,
  type HistoryPage,
  type HistoryRequest,
  type Membership,
  type PastChange,
  type TellableChange,
  type TellableRequest,
} from '#monitoring/contracts/alert-history.js';
import { SEVERITIES, type Severity } from '#senders/plugin-api/event.js';
import { OnePerDomain } from '#shared/kernel/one-per-domain.js';
import { PreviewBudget } from './preview-budget.js';

const MAX_LISTED_CHANGES = 50;

export interface DayCount {
  /** In UTC, such as 2026-11-20. */
  readonly day: string;
  readonly count: number;
}

/** What a subscription would have sent in a time, or a silence suppressed. */
export interface ChangePreview {
  readonly from: string;
  readonly to: string;
  readonly days: readonly DayCount[];
  readonly by_severity: Readonly<Record<Severity, number>>;
  readonly first: readonly PastChange[];
}

/** Counts changes by day and severity, and keeps the first of them. */
export class Tally {
  readonly firstChanges: PastChange[] = [];
  private readonly byDay = new Map<string, number>();
  private readonly bySeverity = new Map<Severity, number>();
  private total = 0;

  add({
    day,
    severity,
    count,
  }: {
    readonly day: string;
    readonly severity: Severity;
    readonly count: number;
  }) {
    this.byDay.set(day, (this.byDay.get(day) ?? 0) + count);
    this.bySeverity.set(severity, (this.bySeverity.get(severity) ?? 0) + count);
    this.total += count;
  }

  get count(): number {
    return this.total;
  }

  /** Only days with at least one change. */
  get days(): readonly DayCount[] {
    return [...this.byDay]
      .map(([day, count]) => ({ day, count }))
      .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  }

  /** With all severities, including those without a change. */
  toPreview({ from, to }: Pick<HistoryRequest, 'from' | 'to'>): ChangePreview {
    const counts = SEVERITIES.map((severity) => [severity, this.bySeverity.get(severity) ?? 0]);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      days: this.days,
      by_severity: Object.fromEntries(counts) as Record<Severity, number>,
      first: this.firstChanges,
    };
  }
}

/**
 * Runs everything that previews, of whatever kind: one of a domain at a time, within a budget. Counts the changes of alerts in the
 * last days, page by page. Each page takes a place among the searches, so the previews and searches of all domains take turns.
 */
@Injectable()
export class HistoryReader {
  private readonly turns = new OnePerDomain('preview');

  constructor(private readonly history: AlertHistory) {}

  /**
   * Runs a preview: all that it reads and computes.
   * @param signal ends it
   * @throws ERROR_RATE_LIMITED if one of the same domain is running; ERROR_UNAVAILABLE; ERROR_QUERY_TIMEOUT
   */
  run<T>(
    domain_id: string,
    preview: (budget: PreviewBudget) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const runWithin = async () => {
      const budget = new PreviewBudget(signal);
      try {
        return await preview(budget);
      } catch (error) {
        // It may have ended the statement that failed.
        budget.check();
        throw error;
      }
    };
    return this.turns.run(domain_id, runWithin, signal);
  }

  /** Returns a tally for each membership. @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT */
  async tally(
    budget: PreviewBudget,
    request: HistoryRequest,
    memberships: readonly Membership[],
  ): Promise<readonly Tally[]> {
    const tallies = memberships.map(() => new Tally());
    for await (const page of this.pages(budget, request)) {
      for (const [at, membership] of memberships.entries()) {
        const tally = tallies[at] as Tally;
        const found = page.counts.filter(({ selected }) => matchesMembership(selected, membership));
        for (const each of found) tally.add(each);
        const limit = MAX_LISTED_CHANGES - tally.firstChanges.length;
        if (found.length > 0 && limit > 0)
          tally.firstChanges.push(
            ...(await this.history.list(request, page, membership, { offset: 0, limit })),
          );
      }
    }
    return tallies;
  }

  /** Returns the time of the change that follows `offset` others; `undefined` if there are not that many. */
  async findTimeAt(
    budget: PreviewBudget,
    request: HistoryRequest,
    membership: Membership,
    offset: number,
  ): Promise<string | undefined> {
    let skipped = 0;
    for await (const page of this.pages(budget, request)) {
      const counted = page.counts.filter(({ selected }) => matchesMembership(selected, membership));
      const count = counted.reduce((sum, each) => sum + each.count, 0);
      if (skipped + count > offset) {
        const [found] = await this.history.list(request, page, membership, {
          offset: offset - skipped,
          limit: 1,
        });
        return found?.changed_at;
      }
      skipped += count;
    }
    return undefined;
  }

  /** Returns all changes in their order, page by page. @throws as {@link tally} */
  async *read(budget: PreviewBudget, request: TellableRequest): AsyncGenerator<readonly TellableChange[]> {
    const pages = this.follow(budget, (after) => this.history.read(request, after));
    for await (const { changes } of pages) yield changes;
  }

  private pages(budget: PreviewBudget, request: HistoryRequest): AsyncGenerator<HistoryPage> {
    return this.follow(budget, (after) => this.history.count(request, after));
  }

  private async *follow<Page extends { readonly next: string | undefined }>(
    budget: PreviewBudget,
    readPage: (after: string | undefined) => Promise<Page>,
  ): AsyncGenerator<Page> {
    for (let after: string | undefined; ;) {
      const page = await readPage(after);
      yield page;
      if (page.next === undefined) return;
      budget.check();
      after = page.next;
    }
  }
}

function matchesMembership(selected: readonly boolean[], membership: Membership): boolean {
  return membership.every((is, at) => is === null || is === selected[at]);
}
