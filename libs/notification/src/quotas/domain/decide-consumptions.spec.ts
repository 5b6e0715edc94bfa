import { describe, expect, it } from 'vitest';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { ConsumptionRequest } from './consumption.js';
import { decideConsumptions, protocolKey, type ProtocolState } from './decide-consumptions.js';
import type { QuotaLimit } from './quota-limit.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const EMAIL = { domain_id: 'd1', protocol_id: 'email' };

let count = 0;
const createRequest = (amount: number, changes: Partial<ConsumptionRequest> = {}): ConsumptionRequest => ({
  consumption_id: `consumption ${(count += 1)}`,
  ...EMAIL,
  amount,
  ...changes,
});
const createStates = (limit: QuotaLimit, used = { day: 0, month: 0 }): Map<string, ProtocolState> =>
  new Map([[protocolKey(EMAIL), { quota_id: 'q1', limit, used }]]);
const createMark = (key: string, request = 'request') => ({ key, request });

const listResults = (outcomes: readonly unknown[]) =>
  outcomes.map((outcome) =>
    outcome instanceof DomainError ? outcome.code : (outcome as { allowed: boolean }).allowed,
  );

describe('decideConsumptions', () => {
  it('grants requests in order if they fit, each wholly or not at all', () => {
    const requests = [4, 7, 6, 1].map((amount) => createRequest(amount));
    const { outcomes, granted, usage } = decideConsumptions(
      requests,
      createStates({ day: 10 }),
      new Map(),
      NOW,
    );
    expect(listResults(outcomes)).toEqual([true, false, true, false]);
    expect(granted.map(({ amount }) => amount)).toEqual([4, 6]);
    expect([...usage.values()]).toEqual([{ ...EMAIL, consumed: 10, refused: 8 }]);
    expect(outcomes[1]).toMatchObject({ exhausted: 'day', remaining: { day: 6, month: null } });
  });

  it('names the month if both windows are exhausted, and reports 0 remaining below a lowered limit', () => {
    const { outcomes } = decideConsumptions(
      [createRequest(1)],
      createStates({ day: 1, month: 5 }, { day: 3, month: 9 }),
      new Map(),
      NOW,
    );
    expect(outcomes[0]).toMatchObject({ exhausted: 'month', remaining: { day: 0, month: 0 } });
  });

  it('answers a retry with the first outcome, also within the group, and consumes nothing', () => {
    const stored = {
      consumption_id: 'first',
      request: 'request',
      remaining: { day: 3, month: null },
      at: NOW,
    };
    const requests = [
      createRequest(1, { mark: createMark('old') }),
      createRequest(1, { mark: createMark('new') }),
      createRequest(1, { mark: createMark('new') }),
    ];
    const kept = new Map([['old', stored]]);
    const { outcomes, usage } = decideConsumptions(requests, createStates({ day: 10 }), kept, NOW);
    expect(outcomes[0]).toMatchObject({ consumption_id: 'first', remaining: { day: 3 } });
    expect(outcomes[2]).toMatchObject({ consumption_id: requests[1]?.consumption_id });
    expect([...usage.values()]).toMatchObject([{ consumed: 1 }]);
  });

  it('rejects a key that is reused for another request, and decides a refused request again', () => {
    const requests = [
      createRequest(1, { mark: createMark('a') }),
      createRequest(1, { mark: createMark('a', 'another') }),
      createRequest(99, { mark: createMark('b') }),
      createRequest(99, { mark: createMark('b') }),
      createRequest(9, { mark: createMark('b', 'smaller') }),
    ];
    const { outcomes, granted, usage } = decideConsumptions(
      requests,
      createStates({ day: 10 }),
      new Map(),
      NOW,
    );
    expect(listResults(outcomes)).toEqual([true, 'ERROR_IDEMPOTENCY_MISMATCH', false, false, true]);
    expect(granted.map(({ amount }) => amount)).toEqual([1, 9]);
    // Each refusal counts, so no answer was repeated.
    expect([...usage.values()]).toEqual([{ ...EMAIL, consumed: 10, refused: 198 }]);
  });

  it('does not find a quota that the protocol no longer has', () => {
    const { outcomes, usage } = decideConsumptions(
      [createRequest(1, { quota_id: 'q0' })],
      createStates({}),
      new Map(),
      NOW,
    );
    expect(listResults(outcomes)).toEqual(['ERROR_NOT_FOUND']);
    expect(usage.size).toBe(0);
  });
});
