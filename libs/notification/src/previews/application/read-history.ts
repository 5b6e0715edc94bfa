import { Injectable } from '@nestjs/common';
import {
  AlertHistory,
  type HistoryPage,
  type HistoryRequest,
  type Membership,
} from '#monitoring/contracts/alert-history.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { SHOWN, Tally } from '../domain/tally.js';

/** The maximum number of previews in one process, each of another domain. Most of its connections stay free for searches. */
const MOST_AT_ONCE = 2;
/** The longest duration of a preview, in milliseconds. */
const LONGEST = 60_000;

/** Counts the changes of alerts in the last days, page by page, for previews of subscriptions and silences. */
@Injectable()
export class HistoryReader {
  private readonly running = new Set<string>();

  constructor(private readonly history: AlertHistory) {}

  /** Runs a preview, unless one of the same domain or too many others are running. @throws ERROR_RATE_LIMITED */
  async run<T>(domain_id: string, preview: () => Promise<T>): Promise<T> {
    if (this.running.has(domain_id)) throw tooMany('A preview of this domain is running');
    if (this.running.size >= MOST_AT_ONCE) throw tooMany(`${MOST_AT_ONCE} previews are running`);
    this.running.add(domain_id);
    try {
      return await preview();
    } finally {
      this.running.delete(domain_id);
    }
  }

  /** Returns a tally for each membership. @throws ERROR_INVALID_QUERY, ERROR_QUERY_TIMEOUT */
  async tally(request: HistoryRequest, memberships: readonly Membership[]): Promise<readonly Tally[]> {
    const tallies = memberships.map(() => new Tally());
    for await (const page of this.pages(request)) {
      for (const [at, wanted] of memberships.entries()) {
        const tally = tallies[at] as Tally;
        const found = page.counts.filter(({ selected }) => isIn(selected, wanted));
        for (const each of found) tally.add(each);
        const limit = SHOWN - tally.first.length;
        if (found.length > 0 && limit > 0)
          tally.first.push(...(await this.history.list(request, page, wanted, { offset: 0, limit })));
      }
    }
    return tallies;
  }

  /** Returns the time of the change that follows `behind` others; `undefined` if there are not that many. */
  async timeOf(request: HistoryRequest, wanted: Membership, behind: number): Promise<string | undefined> {
    let before = 0;
    for await (const page of this.pages(request)) {
      const counted = page.counts.filter(({ selected }) => isIn(selected, wanted));
      const count = counted.reduce((sum, each) => sum + each.count, 0);
      if (before + count > behind) {
        const [found] = await this.history.list(request, page, wanted, { offset: behind - before, limit: 1 });
        return found?.changed_at;
      }
      before += count;
    }
    return undefined;
  }

  private async *pages(request: HistoryRequest): AsyncGenerator<HistoryPage> {
    const begun = performance.now();
    for (let after: string | undefined; ;) {
      const page = await this.history.count(request, after);
      yield page;
      if (page.next === undefined) return;
      if (performance.now() - begun > LONGEST) {
        const text = 'The preview took too long; ask for fewer days';
        throw new DomainError('ERROR_QUERY_TIMEOUT', 'timeout', text);
      }
      after = page.next;
    }
  }
}

function isIn(selected: readonly boolean[], wanted: Membership): boolean {
  return wanted.every((is, at) => is === null || is === selected[at]);
}

function tooMany(why: string): DomainError {
  return new DomainError('ERROR_RATE_LIMITED', 'exhausted', `${why}; try again`, { retryAfter: 5 });
}
