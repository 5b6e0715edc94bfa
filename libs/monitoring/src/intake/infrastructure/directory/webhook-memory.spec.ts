import { describe, expect, it } from 'vitest';
import { aKnownWebhook } from '../../../../test/known-webhook.js';
import { WebhookMemory } from './webhook-memory.js';

const known = aKnownWebhook();

describe('WebhookMemory', () => {
  it('drops the longest unused when it is full', () => {
    const memory = new WebhookMemory(2);
    const fill = memory.beginFill();
    fill.put('a', known);
    fill.put('b', known);
    memory.get('a');
    fill.put('c', known);

    expect(memory.get('b')).toBeUndefined();
    expect(memory.get('a')).toBe(known);
    expect(memory.get('c')).toBe(known);
  });

  it('drops what changed', () => {
    const memory = new WebhookMemory(9);
    const fill = memory.beginFill();
    for (const id of ['a', 'b', 'c']) fill.put(id, known);
    fill.end();

    memory.drop(['a']);
    expect([memory.get('a'), memory.get('b')]).toEqual([undefined, known]);
    memory.drop('everything');
    expect(memory.get('b')).toBeUndefined();
  });

  it('does not take what was read before a change', () => {
    const memory = new WebhookMemory(9);
    const [before, after] = [memory.beginFill(), memory.beginFill()];
    memory.drop(['a']);
    before.put('a', known);
    before.put('b', known);
    memory.drop('everything');
    after.put('c', known);

    expect(memory.get('a')).toBeUndefined();
    expect(memory.get('c')).toBeUndefined();
    expect(before.isCurrent('b')).toBe(false);
  });
});
