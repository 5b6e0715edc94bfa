import { expect, it, onTestFinished } from 'vitest';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { HeartbeatsUnderTest } from '../../../test/heartbeats.js';
import { SpoolUnderTest } from '../../../test/spool-under-test.js';

const HOUR = 3_600;
const COUNT = 1_000;
const spooled = new SpoolUnderTest();

it('no heartbeat is missing after an hour without a database if its pings are in the spool', async () => {
  const { pipeline, webhook } = spooled;
  // The worker reaches the database before the spool does.
  const pool = new IngestPool({ connectionString: pipeline.database.url, max: 2 });
  onTestFinished(() => pool.end());
  const subject = new HeartbeatsUnderTest(pipeline, pool);
  const names = Array.from({ length: COUNT }, (_, n) => `source-${n}`);
  const log = pipeline.newLog(undefined, spooled.spool);
  const pingAll = (some = names) => Promise.all(some.map((name) => subject.ping(webhook, name, log)));
  const missing = async () => (await subject.alertsOf(webhook)).map(({ title }) => title);
  for (const name of names) await subject.add(webhook, name, { expect_every: '5m', grace: '1m' });
  await pingAll();
  await subject.process(webhook);
  await subject.tick();
  expect((await subject.of(webhook)).every(({ state }) => state === 'ALIVE')).toBe(true);

  const back = spooled.cutOff('refuses');
  await pingAll();
  expect(spooled.spool.isActive).toBe(true);
  await subject.outage(HOUR);
  await subject.tick();
  back();
  await spooled.drained();
  await subject.tick();
  await subject.process(webhook);
  await subject.tick();
  await subject.process(webhook);
  expect(await missing()).toEqual([]);
  const lastPing = await subject.of(webhook);
  expect(lastPing.filter(({ state }) => state !== 'ALIVE')).toEqual([]);
  expect(lastPing.every(({ last_ping_at }) => Number(last_ping_at) > Date.now() - 60_000)).toBe(true);

  // The time of heartbeats starts again when the service is back.
  await subject.pass(350);
  await subject.tick();
  await subject.process(webhook);
  expect(await missing()).toEqual([]);
  await pingAll(names.slice(3));
  await subject.process(webhook);
  await subject.pass(15);
  await subject.tick();
  await subject.process(webhook);
  expect(await missing()).toEqual(names.slice(0, 3).map((name) => `Heartbeat ${name} is missing`));
}, 120_000);
