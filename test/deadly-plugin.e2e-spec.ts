import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWebhook } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { createTestFolder, type TestFolder } from './folder.js';
import { startApi, startWorker, type AppUnderTest } from './processes.js';

/** A plugin that aborts the process, exhausts its memory or loops for ever, as the body says. */
const PLUGIN = `
  const ends = {
    abort: () => process.abort(),
    memory: () => { for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length)); },
    loop: () => { for (;;); },
  };
  export const plugins = [{
    plugin_id: 'deadly', version: '1.0.0', name: 'Deadly', provider: 'deadly', docs: '# Deadly',
    optionsSchema: { type: 'object', properties: {}, additionalProperties: false },
    samples: [{
      name: 'an alarm', body: '{"key":"a"}',
      expect: [{ outcome: 'EVENT', event: { event_key: 'a' } }],
    }],
    parse({ body }) {
      ends[body.end]?.();
      const event = { event_key: body.key, event_type: 'ALERT', title: body.key, raw_data: body, pointer: '' };
      return [{ outcome: 'EVENT', event }];
    },
  }];`;

let database: TestDatabase;
let folder: TestFolder;
let api: AppUnderTest;
let worker: AppUnderTest;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await createTestFolder('deadly');
  env = { PLUGINS: join(folder.path, 'deadly.mjs') };
  await writeFile(env['PLUGINS'] as string, PLUGIN);
  database = await createTestDatabase();
  api = await startApi({ databaseUrl: database.url, env });
}, 120_000);
afterEach(async () => {
  await Promise.all([api?.kill(), worker?.kill()]);
  await database?.drop();
  await folder?.remove();
});

const TIME = 240_000;

it(
  'a delivery that crashes or hangs every worker is quarantined without its neighbours',
  { timeout: TIME },
  async () => {
    const { path } = await createWebhook(api.url, 'deadly');
    const send = async (body: object) => {
      const { status } = await fetch(api.url + path, { method: 'POST', body: JSON.stringify(body) });
      expect(status).toBe(202);
    };
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const column = async (text: string) =>
      (await client.query({ text, rowMode: 'array' })).rows.flat() as string[];
    const pending = () => column('select segment_id from delivery_segment where processed_at is null');
    try {
      for (const end of ['abort', 'memory', 'loop']) {
        await send({ key: `${end} before` });
        await send({ key: end, end });
        await send({ key: `${end} after` });
      }
      let lives = 0;
      // As a supervisor would: restart a worker that has ended, kill one that does not respond.
      for (
        const end = Date.now() + TIME - 30_000;
        Date.now() < end && (await pending()).length > 0;
        lives += 1
      ) {
        worker = await startWorker({ databaseUrl: database.url, env, ready: false });
        while (Date.now() < end && (await pending()).length > 0 && (await isAlive(worker)));
        await worker.kill();
      }
      expect(await pending(), worker.logs()).toEqual([]);
      expect(await column('select event_key from event order by 1')).toEqual(
        ['abort', 'loop', 'memory'].flatMap((end) => [`${end} after`, `${end} before`]),
      );
      expect(await column('select reason from quarantine order by received_at')).toEqual([
        expect.stringContaining('plugin deadly 1.0.0 ends the process'),
        expect.stringContaining('plugin deadly 1.0.0 ends the process'),
        expect.stringContaining('plugin deadly 1.0.0 takes more than 5 seconds'),
      ]);
      expect(lives).toBeLessThan(30);
    } finally {
      await client.end();
    }
  },
);

/** Returns whether the app responds or is still starting; `false` if it has ended or hangs. */
async function isAlive({ url, exitMessage }: AppUnderTest): Promise<boolean> {
  const over = await Promise.race([exitMessage, new Promise((resolve) => setTimeout(resolve, 1_000, ''))]);
  if (over !== '') return false;
  try {
    await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(5_000) });
    return true;
  } catch (error) {
    return (error as Error).name !== 'TimeoutError';
  }
}
