import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.js';

describe('FairShare', () => {
  it('lets one domain have its share and others theirs', async () => {
    const share = new FairShare(2, 500);
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, (running += 1));
      await sleep(10);
      running -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => share.run('d1', work)));
    expect(most).toBe(2);
    most = 0;
    await Promise.all(['d1', 'd1', 'd1', 'd2', 'd2'].map((domain) => share.run(domain, work)));
    expect(most).toBe(4);
  });

  it('refuses who waited too long and goes on with the others', async () => {
    const share = new FairShare(1, 20);
    const first = share.run('d1', () => sleep(60));
    await expect(share.run('d1', () => sleep(1))).rejects.toMatchObject({
      code: 'ERROR_RATE_LIMITED',
      kind: 'exhausted',
    });
    await first;
    expect(await share.run('d1', async () => 'served')).toBe('served');
  });

  it('does what can be done without only where a turn is left', async () => {
    const share = new FairShare(2, 500);
    const first = share.run('d1', () => sleep(20));
    const beside = share.tryRun('d1', async () => 'beside');
    expect(share.tryRun('d1', async () => 'one too many')).toBeUndefined();
    expect(await beside).toBe('beside');
    await first;
    expect(await share.tryRun('d1', async () => 'again')).toBe('again');
  });

  it('gives the turn back after a failure', async () => {
    const share = new FairShare(1, 20);
    const broken = share.run('d1', async () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await share.run('d1', async () => 'served')).toBe('served');
  });
});
