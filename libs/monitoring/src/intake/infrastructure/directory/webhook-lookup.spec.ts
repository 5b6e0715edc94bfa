import { describe, expect, it } from 'vitest';
import { aKnownWebhook } from '../../../../test/known-webhook.js';
import { WebhookLookup } from './webhook-lookup.js';
import { WebhookMemory } from './webhook-memory.js';

/** A database that answers when it is told to. */
function setUp() {
  const memory = new WebhookMemory(9);
  const webhook = aKnownWebhook();
  const asked: {
    uuids: readonly string[];
    answer: PromiseWithResolvers<ReadonlyMap<string, typeof webhook>>;
  }[] = [];
  const read = (uuids: readonly string[]) => {
    const answer = Promise.withResolvers<ReadonlyMap<string, typeof webhook>>();
    asked.push({ uuids, answer });
    return answer.promise;
  };
  return { memory, webhook, asked, lookup: new WebhookLookup(memory, read, (uuid) => uuid) };
}

describe('WebhookLookup', () => {
  it('asks one question at a time and lets those who come meanwhile share the next', async () => {
    const { lookup, asked, webhook } = setUp();
    const first = lookup.confirm('a');
    const others = [lookup.confirm('a'), lookup.confirm('b'), lookup.confirm('a')];

    expect(asked.map(({ uuids }) => uuids)).toEqual([['a']]);
    asked[0]?.answer.resolve(new Map());
    await expect(first).resolves.toMatchObject({ webhook: undefined });
    expect(asked.map(({ uuids }) => uuids)).toEqual([['a'], ['a', 'b']]);
    asked[1]?.answer.resolve(new Map([['a', webhook]]));

    const found = await Promise.all(others);
    expect(found.map((each) => each.webhook)).toEqual([webhook, undefined, webhook]);
  });

  it('puts into memory what it found, but for a change that was heard of meanwhile', async () => {
    const { lookup, asked, memory, webhook } = setUp();
    const outdated = lookup.confirm('a');
    memory.drop(['a']);
    asked[0]?.answer.resolve(new Map([['a', webhook]]));

    expect(await outdated).toEqual({ webhook, current: false });
    expect(memory.get('a')).toBeUndefined();

    const again = lookup.confirm('a');
    asked[1]?.answer.resolve(new Map([['a', webhook]]));
    expect(await again).toEqual({ webhook, current: true });
    expect(memory.get('a')).toBe(webhook);
  });

  it('does not know deleted webhooks and keeps no disabled one', async () => {
    const { lookup, asked, memory } = setUp();
    const deleted = lookup.confirm('a');
    asked[0]?.answer.resolve(new Map([['a', { ...aKnownWebhook(), deleted: true }]]));
    expect((await deleted).webhook).toBeUndefined();

    const disabled = lookup.confirm('b');
    asked[1]?.answer.resolve(new Map([['b', { ...aKnownWebhook(), enabled: false }]]));
    expect((await disabled).webhook?.enabled).toBe(false);
    expect(memory.get('b')).toBeUndefined();
  });

  it('says that it is unavailable while the database is, and recovers', async () => {
    const { lookup, asked, webhook } = setUp();
    const failed = lookup.confirm('a');
    asked[0]?.answer.reject(new Error('connection refused'));
    await expect(failed).rejects.toMatchObject({ kind: 'unavailable', retryAfter: 5 });

    const next = lookup.confirm('a');
    asked[1]?.answer.resolve(new Map([['a', webhook]]));
    expect((await next).webhook).toBe(webhook);
  });
});
