import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DomainSemaphore } from './domain-semaphore.js';

describe('DomainSemaphore', () => {
  it('limits concurrent work for each domain separately', async () => {
    const semaphore = new DomainSemaphore(2, 500);
    let running = 0;
    let maxRunning = 0;
    const work = async () => {
      maxRunning = Math.max(maxRunning, (running += 1));
      await sleep(10);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => semaphore.run('d1', work)));
    expect(maxRunning).toBe(2);
    maxRunning = 0;
    await Promise.all(['d1', 'd1', 'd1', 'd2', 'd2'].map((domain) => semaphore.run(domain, work)));
    expect(maxRunning).toBe(4);
  });

  it('rejects work that waited too long with ERROR_RATE_LIMITED, and runs later work', async () => {
    const semaphore = new DomainSemaphore(1, 20);
    const first = semaphore.run('d1', () => sleep(60));
    await expect(semaphore.run('d1', () => sleep(1))).rejects.toMatchObject({
      code: 'ERROR_RATE_LIMITED',
      kind: 'exhausted',
    });
    await first;
    expect(await semaphore.run('d1', async () => 'served')).toBe('served');
  });

  it('runs optional work only if a slot is free', async () => {
    const semaphore = new DomainSemaphore(2, 500);
    const first = semaphore.run('d1', () => sleep(20));
    const optional = semaphore.tryRun('d1', async () => 'beside');
    expect(semaphore.tryRun('d1', async () => 'one too many')).toBeUndefined();
    expect(await optional).toBe('beside');
    await first;
    expect(await semaphore.tryRun('d1', async () => 'again')).toBe('again');
  });

  it('frees the slot after a failure', async () => {
    const semaphore = new DomainSemaphore(1, 20);
    const broken = semaphore.run('d1', async () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await semaphore.run('d1', async () => 'served')).toBe('served');
  });
});
