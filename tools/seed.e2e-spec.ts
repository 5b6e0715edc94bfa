import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, until } from '#test/client.js';
import { rootApiKey } from '#test/processes.js';
import { startService, type Service } from '#test/service.js';
import { builtFile } from './start/checkout.js';

let service: Service;
let api: Service['api'];

beforeAll(async () => {
  service = await startService();
  ({ api } = service);
});
afterAll(() => service?.stop());

const seed = (domain: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [builtFile('tools/seed.js'), '--domain', domain, ...args], {
    env: { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, HOME: '/nonexistent' },
  });

async function titles(domain_id: string, count: number): Promise<readonly string[]> {
  const ask = () =>
    call<{ results: { title: string }[] }>('POST', `${api.url}/monitoring/v1/events/search`, {
      domain_id,
      query: { sort: { keys: [{ key: 'title' }] }, page: { limit: 1000 } },
    });
  const { body } = await until(ask, (answer) => answer.body.results.length >= count);
  return body.results.map(({ title }) => title);
}

it('creates the reported number of events, the same ones for the same seed', async () => {
  const [, count] =
    /^(\d+) events in 3 webhooks of one\n$/.exec(
      (await seed('one', '--span', '3h', '--rate', '20')).stdout,
    ) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(60);
  await seed('two', '--span', '3h', '--rate', '20');
  await seed('three', '--span', '3h', '--rate', '20', '--seed', '2');
  const first = await titles('one', Number(count));
  expect(first).toHaveLength(Number(count));
  expect(await titles('two', Number(count))).toEqual(first);
  expect(await titles('three', 60)).not.toEqual(first);
});

it('spreads the events over several days by occurrence, but not by arrival', async () => {
  const { stdout } = await seed('history', '--span', '48h', '--rate', '5');
  await titles('history', Number.parseInt(stdout, 10));
  const days = async (...args: string[]) => {
    const stat = ['events', 'stat', '--domain', 'history', '--by', 'day', '--since', '3d', '--json', ...args];
    const { stdout: printed } = await promisify(execFile)(
      process.execPath,
      [builtFile('tools/tocsin.js'), ...stat],
      {
        env: { TOCSIN_URL: api.url, TOCSIN_KEY: rootApiKey, HOME: '/nonexistent' },
      },
    );
    return (JSON.parse(printed) as { count: number }[]).filter(({ count }) => count > 0).length;
  };
  expect(await days('--happened')).toBeGreaterThanOrEqual(2);
  expect(await days()).toBeLessThan(await days('--happened'));
});

it('rejects invalid arguments', async () => {
  await expect(seed('one', '--rate', 'many')).rejects.toThrow('It must be a whole number');
});
