import { expect, it, vi } from 'vitest';
import { ExpressionEvaluator } from '#monitoring/contracts/expression-evaluator.js';
import { serviceNotice } from '../../../test/notices.js';
import type { AttemptResult, Protocol } from '../../protocols/protocol.js';
import { ActionLinks } from '../../actions/application/build-action-links.js';
import { ActionTokens } from '../../actions/domain/action-token.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import { ClaimedEvents } from './claimed-events.js';
import { DeliveryCounters, SendNotifications } from './send-notifications.js';
import {
  AttemptLog,
  type ClaimedAttempt,
  type ClaimResult,
  type SettledAttempt,
  type TakePlace,
} from './ports/attempt-log.js';

const MAX_IN_FLIGHT = 2;
const LANE_COUNT = 6;

/** A log with one subscription that has 6 lanes and 2 places. Outcomes are not stored until `stored` is resolved. */
class SlowAttemptLog extends AttemptLog {
  claimedCount = 0;
  readonly stored = Promise.withResolvers<void>();
  private readonly inFlight = new Set<string>();

  claim(
    _most: number,
    _cursor: unknown,
    _skipped: unknown,
    takePlace: TakePlace,
    delivered: ReadonlySet<string> = new Set(),
  ) {
    const attempts: ClaimedAttempt[] = [];
    while (
      [...this.inFlight].filter((id) => !delivered.has(id)).length < MAX_IN_FLIGHT &&
      this.claimedCount < LANE_COUNT &&
      takePlace('d1')
    ) {
      this.claimedCount += 1;
      this.inFlight.add(`${this.claimedCount}`);
      attempts.push(createAttempt(`${this.claimedCount}`));
    }
    const progress = { domains: [], lastDomain: undefined, dueCount: attempts.length };
    return Promise.resolve({ attempts, progress, refusedProtocols: [] } satisfies ClaimResult);
  }

  settle = () => this.stored.promise;
  cleanUp = () => Promise.resolve();
}

/** No message here has a template. */
class RejectingEvaluator extends ExpressionEvaluator {
  findProblem = () => Promise.resolve(undefined);
  evaluate = () => Promise.reject(new Error('nothing is evaluated here'));
}

const createAttempt = (attempt_id: string, domain_id = 'd1'): ClaimedAttempt => ({
  ...{ attempt_id, domain_id, protocol_id: 'p', subscription_id: crypto.randomUUID() },
  ...{ subject_id: crypto.randomUUID(), notification_id: crypto.randomUUID() },
  ...{ attempts: 0, recentAttempts: 0, changed_at: new Date() },
  ...{
    expires_at: new Date(),
    timezone: 'UTC',
    actions: false,
    options: {},
    signing_secrets: [],
    receipt: null,
    progress: null,
    wakes: false,
    template: null,
  },
  ...{ obstacle: undefined, claimedAt: performance.now(), clockOffset: Date.now() - performance.now() },
  message: serviceNotice(),
});

function createSender(log: AttemptLog, result: AttemptResult | Promise<AttemptResult>): SendNotifications {
  const protocol: Protocol = {
    ...{
      protocol_id: 'p',
      name: 'p',
      description: '',
      optionsSchema: {},
      isSigned: false,
      sendsEveryChange: true,
    },
    send: () => Promise.resolve(result),
  };
  const protocols = new ProtocolRegistry([protocol]);
  return new SendNotifications(
    log,
    protocols,
    new Templates(new RejectingEvaluator()),
    new ActionLinks(new ActionTokens(Buffer.alloc(32), null), { url: 'http://localhost', isSet: false }),
    new DeliveryCounters(),
    new ClaimedEvents(protocols, { find: () => Promise.resolve(new Map()) }),
  );
}

/** Resolves to the number of attempts that began while no outcome was stored. */
async function countStartedBeforeStored(result: AttemptResult): Promise<number> {
  const log = new SlowAttemptLog();
  const sender = createSender(log, result);
  sender.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { claimedCount } = log;
  log.stored.resolve();
  await sender.beforeApplicationShutdown();
  return claimedCount;
}

it('frees the in-flight slot of a delivered attempt before its outcome is stored', async () => {
  expect(await countStartedBeforeStored({ verdict: { outcome: 'sent' }, status: 204, answer: null })).toBe(
    LANE_COUNT,
  );
});

it('keeps the in-flight slot of a failed attempt until its outcome is stored', async () => {
  const verdict = { outcome: 'retry', reason: 'answered 500' } as const;
  expect(await countStartedBeforeStored({ verdict, status: 500, answer: null })).toBe(MAX_IN_FLIGHT);
});

/** A log of domains whose notifications never end, and which take turns. */
class GreedyAttemptLog extends AttemptLog {
  readonly claimed = new Map<string, number>();
  private isRefusing = false;

  constructor(public domains: readonly string[]) {
    super();
  }

  claim(limit: number, _cursor: unknown, skipped: readonly string[], takePlace: TakePlace = () => true) {
    const attempts: ClaimedAttempt[] = [];
    const waiting = new Set(this.domains.filter((each) => !skipped.includes(each)));
    while (waiting.size > 0)
      for (const domain_id of waiting)
        if (attempts.length < limit && takePlace(domain_id))
          attempts.push(createAttempt(crypto.randomUUID(), domain_id));
        else waiting.delete(domain_id);
    // The places of lanes that get no attempt are free again.
    this.isRefusing = !this.isRefusing;
    if (this.isRefusing) attempts.length = 0;
    for (const { domain_id } of attempts) this.claimed.set(domain_id, (this.claimed.get(domain_id) ?? 0) + 1);
    const hasMore = this.isRefusing || attempts.length > 0;
    const progress = { domains: [], lastDomain: hasMore ? 'z' : undefined, dueCount: attempts.length };
    return Promise.resolve({ attempts, progress, refusedProtocols: [] } satisfies ClaimResult);
  }

  settle = () => Promise.resolve();
  cleanUp = () => Promise.resolve();
}

it.each([1, 2, 3, 7])(
  '%d domains with slow receivers leave as many places as each of them has',
  async (count) => {
    const domains = Array.from({ length: count }, (_, at) => `d${at}`);
    const log = new GreedyAttemptLog(domains);
    const answered = Promise.withResolvers<AttemptResult>();
    const sender = createSender(log, answered.promise);
    sender.wake();
    const share = 192 / (count + 1);
    // A claim has fewer places left than domains that want one more.
    const isShare = (claimed: number | undefined, expected: number) =>
      expect(Math.abs((claimed ?? 0) - expected)).toBeLessThanOrEqual(2);
    await vi.waitFor(() => domains.forEach((domain) => isShare(log.claimed.get(domain), share)));
    log.domains = [...domains, 'late'];
    sender.wake();
    await vi.waitFor(() => isShare(log.claimed.get('late'), share / 2));
    for (const domain of domains) isShare(log.claimed.get(domain), share);
    log.domains = [];
    answered.resolve({ verdict: { outcome: 'sent' }, status: 204, answer: null });
    await sender.beforeApplicationShutdown();
  },
);

/** A log that cannot store the outcomes of one notification, nor of others together with it. */
class RefusingAttemptLog extends AttemptLog {
  readonly stored: string[] = [];
  private attempts = ['1', '2', 'bad', '3'].map((id) => createAttempt(id));

  claim() {
    const { attempts } = this;
    this.attempts = [];
    const progress = { domains: [], lastDomain: undefined, dueCount: attempts.length };
    return Promise.resolve({ attempts, progress, refusedProtocols: [] } satisfies ClaimResult);
  }

  settle(attempts: readonly SettledAttempt[]) {
    const ids = attempts.map(({ claimed }) => claimed.attempt_id);
    if (ids.includes('bad')) return Promise.reject(new Error('a text that cannot be stored'));
    this.stored.push(...ids);
    return Promise.resolve();
  }

  cleanUp = () => Promise.resolve();
}

it('stores the other outcomes if one of them cannot be stored', async () => {
  const log = new RefusingAttemptLog();
  const sender = createSender(log, {
    verdict: { outcome: 'failed', reason: 'no' },
    status: 400,
    answer: null,
  });
  sender.wake();
  await vi.waitFor(() => expect(log.stored).toEqual(['1', '2', '3']));
  await sender.beforeApplicationShutdown();
});
