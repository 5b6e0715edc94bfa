import { expect, it } from 'vitest';
import { ExpressionEvaluator } from '#monitoring/contracts/expression-evaluator.js';
import { serviceNotice } from '../../../test/notices.js';
import type { AttemptResult, Protocol } from '../../protocols/protocol.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { Templates } from '../../protocols/templates.js';
import { DeliveryCounters } from './delivery-counters.js';
import { AttemptLog, type ClaimedAttempt, type Claims } from './ports/attempt-log.js';
import { SendNotifications } from './send-notifications.js';

const PLACES = 2;
const LANES = 6;

/** A log with one subscription that has 6 lanes and 2 places. Outcomes are not stored until `stored` is resolved. */
class SlowLog extends AttemptLog {
  claimed = 0;
  readonly stored = Promise.withResolvers<void>();
  private readonly places = new Set<string>();

  claim(_most: number, _place: unknown, _busy: unknown, delivered: ReadonlySet<string> = new Set()) {
    const attempts: ClaimedAttempt[] = [];
    while ([...this.places].filter((id) => !delivered.has(id)).length < PLACES && this.claimed < LANES) {
      this.claimed += 1;
      this.places.add(`${this.claimed}`);
      attempts.push(attemptOf(`${this.claimed}`));
    }
    const looked = { domains: [], behind: undefined, found: attempts.length };
    return Promise.resolve({ attempts, looked, refused: [] } satisfies Claims);
  }

  settle = () => this.stored.promise;
  clear = () => Promise.resolve();
}

/** No message here has a template. */
class NoExpressions extends ExpressionEvaluator {
  problemOf = () => Promise.resolve(undefined);
  evaluate = () => Promise.reject(new Error('nothing is evaluated here'));
}

const attemptOf = (attempt_id: string): ClaimedAttempt => ({
  ...{ attempt_id, domain_id: 'd1', protocol_id: 'p', subscription_id: crypto.randomUUID() },
  ...{ subject_id: crypto.randomUUID(), notification_id: crypto.randomUUID(), attempts: 0 },
  ...{ expires_at: new Date(), options: {}, signing_secrets: [], receipt: null, template: null },
  ...{ obstacle: undefined, claimedAt: performance.now(), clockOffset: Date.now() - performance.now() },
  message: serviceNotice(),
});

/** Resolves to the number of attempts that began while no outcome was stored. */
async function begunBeforeStored(result: AttemptResult): Promise<number> {
  const log = new SlowLog();
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
  const sender = new SendNotifications(
    log,
    new ProtocolRegistry([protocol]),
    new Templates(new NoExpressions()),
    new DeliveryCounters(),
  );
  sender.wake();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const { claimed } = log;
  log.stored.resolve();
  await sender.beforeApplicationShutdown();
  return claimed;
}

it('what was delivered makes room for the next before its outcome is stored', async () => {
  expect(await begunBeforeStored({ verdict: { outcome: 'sent' }, status: 204, answer: null })).toBe(LANES);
});

it('what failed keeps its place until its outcome is stored', async () => {
  const verdict = { outcome: 'retry', reason: 'answered 500' } as const;
  expect(await begunBeforeStored({ verdict, status: 500, answer: null })).toBe(PLACES);
});
