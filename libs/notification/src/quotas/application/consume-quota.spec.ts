import { describe, expect, it } from 'vitest';
import { FakeLedger, scopeIn } from '../../../test/quotas.js';
import { ConsumeQuota, ConsumeQuotaHandler } from './consume-quota.js';
import { ReleaseQuota, ReleaseQuotaHandler } from './release-quota.js';

const email = { protocol_id: 'email' };

async function collectMarks(...commands: readonly ConsumeQuota[]) {
  const ledger = new FakeLedger();
  for (const command of commands) await new ConsumeQuotaHandler(ledger).execute(command);
  return ledger.consumed.map(({ mark }) => mark);
}

describe('ConsumeQuota', () => {
  it.each([0, -1, 1.5, 1_000_001, Number.NaN])('refuses the amount %d', async (amount) => {
    const command = new ConsumeQuota(scopeIn('d1'), email, amount);
    const result = new ConsumeQuotaHandler(new FakeLedger()).execute(command);
    await expect(result).rejects.toMatchObject({ errors: [{ field: 'amount' }] });
  });

  it('identifies a retry by caller, domain, operation and key, without passing on the key', async () => {
    const scope = scopeIn('d1');
    // Two keys of the same user are different callers.
    const withKey = (api_key_id: string) => ({
      ...scope,
      origin: { action: 'consume', api_key_id, address: '127.0.0.1' },
    });
    const marks = await collectMarks(
      new ConsumeQuota(scope, email, 1, 'secret'),
      new ConsumeQuota(scope, email, 1, 'secret'),
      new ConsumeQuota(scope, email, 2, 'secret'),
      new ConsumeQuota(scope, { quota_id: 'q' }, 1, 'secret'),
      new ConsumeQuota(scopeIn('d2'), email, 1, 'secret'),
      new ConsumeQuota({ ...scope, user_id: 'user-2' }, email, 1, 'secret'),
      new ConsumeQuota(withKey('api_key_1'), email, 1, 'secret'),
      new ConsumeQuota(withKey('api_key_2'), email, 1, 'secret'),
      new ConsumeQuota({ ...scope, user_id: null, root: true }, email, 1, 'secret'),
      new ConsumeQuota(scope, email, 1),
    );
    const [first, retry, changed, ...others] = marks;
    expect(retry).toEqual(first);
    expect(changed).toMatchObject({ key: first?.key });
    expect(changed?.request).not.toBe(first?.request);
    expect(new Set([first, ...others].map((mark) => mark?.key)).size).toBe(8);
    expect(JSON.stringify(marks)).not.toContain('secret');
  });
});

describe('ReleaseQuota', () => {
  it('passes the released amount to the ledger', async () => {
    const ledger = new FakeLedger();
    const consumption = { consumption_id: 'c', amount: 2 };
    await new ReleaseQuotaHandler(ledger).execute(new ReleaseQuota(scopeIn('d1'), consumption, 'key'));
    const mark = { key: expect.any(String), request: expect.any(String) };
    expect(ledger.released).toEqual([{ ...consumption, quota_id: undefined, mark }]);
  });
});
