import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { alertmanagerBodies } from '../bench/bodies.js';
import { ALLOW_LOCAL_RECEIVERS } from '../bench/notify-testbed.js';
import { median } from '../bench/statistics.js';
import { Testbed } from '../bench/testbed.js';
import { recordCalls } from './record-calls.js';

/** Some ten files vary from run to run: caches, timers. */
const ROUNDS = 3;
const WARM_UPS = 3;
const IDLE_MS = 1_500;
/** Milliseconds in which an alarm has become an event, and a notification has been sent. */
const PROCESSED_MS = 1_000;
const NOTIFIED_MS = 2_000;
/** Milliseconds after which a process has followed a change of a webhook. */
const FOLLOWED_MS = 700;

/** What runs for one request: the files of the project, and the functions that are called in them. */
interface Way {
  readonly files: ReadonlySet<string>;
  readonly functions: number;
  readonly calledLines: number;
}

const { values } = parseArgs({ options: { list: { type: 'string' } } });
const testbed = await Testbed.start();
try {
  const { api, worker, ways } = await prepare(testbed);
  const rounds: Record<string, Way>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alarm = await follow([api, worker], () => ways.post().then(() => sleep(PROCESSED_MS)));
    const search = await follow([api], ways.search);
    const disable = await follow([api], ways.disable);
    await ways.enable();
    await ways.subscribe();
    await ways.post();
    await sleep(NOTIFIED_MS);
    const told = await follow([worker], () => ways.post().then(() => sleep(NOTIFIED_MS)));
    await ways.unsubscribe();
    rounds.push({ alarm, search, disable, notify: { ...told, files: told.files.difference(alarm.files) } });
  }
  for (const name of ['alarm', 'search', 'disable', 'notify']) {
    const each = rounds.map((round) => round[name] as Way);
    const figure = (of: (way: Way) => number) => String(median(each.map(of))).padStart(6);
    const lines = figure(({ files }) => [...files].reduce((sum, file) => sum + countLines(file), 0));
    console.log(
      `${name.padEnd(8)} ${figure(({ files }) => files.size)} files of ${lines} lines; ` +
        `${figure((way) => way.functions)} functions of ${figure((way) => way.calledLines)} lines called`,
    );
    if (values.list === name) console.log([...(each[0]?.files ?? [])].toSorted().join('\n'));
  }
} finally {
  await testbed.stop();
}

/** Starts the service, and each way a few times, so that caches are filled. */
async function prepare(bed: Testbed) {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end('ok')));
  await once(receiver.listen(0, '127.0.0.1').unref(), 'listening');
  const api = await bed.startApp('api', ALLOW_LOCAL_RECEIVERS);
  const worker = await bed.startApp('worker', ALLOW_LOCAL_RECEIVERS);
  const webhook = await bed.createWebhook(api.url, 'ways');
  const call = async <T>(method: string, path: string, body: object = {}): Promise<T> => {
    const init = { method, headers: bed.headers, body: JSON.stringify({ domain_id: 'bench', ...body }) };
    const response = await fetch(`${api.url}/${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  const webhookPath = new URL(webhook).pathname.split('/').slice(1, 5).join('/');
  const query = {
    filter: [{ k: 'severity', v: 'CRITICAL', o: 'eq' }],
    sort: { key: 'created_at', desc: true },
    page: { limit: 10 },
  };
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  let subscription = '';
  const ways = {
    post: () =>
      fetch(webhook, { method: 'POST', headers: bed.headers, body: alertmanagerBodies(randomUUID)[0] ?? '' }),
    search: () => call('POST', 'monitoring/v1/events/search', { query }),
    disable: () => call('PUT', `${webhookPath}/disable`).then(() => sleep(FOLLOWED_MS)),
    enable: () => call('PUT', `${webhookPath}/enable`),
    subscribe: async () => {
      const request = { name: 'ways', protocol_id: 'webhook', options: { url } };
      const created = await call<{ subscription_id: string }>(
        'POST',
        'notification/v1/subscriptions',
        request,
      );
      subscription = created.subscription_id;
    },
    unsubscribe: () => call('DELETE', `notification/v1/subscription/${subscription}`),
  };
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) {
    await ways.post();
    await ways.search();
    await ways.disable();
    await ways.enable();
  }
  await sleep(PROCESSED_MS);
  return { api: api.pid, worker: worker.pid, ways };
}

/** Returns what the processes call for `work`, beyond what runs anyway in the same time. */
async function follow(processes: readonly number[], work: () => Promise<unknown>): Promise<Way> {
  const called = new Map<string, { readonly file: string; readonly lines: number }>();
  for (const pid of processes) {
    const idle = await recordCalls(pid, () => sleep(IDLE_MS));
    for (const [key, one] of await recordCalls(pid, work))
      if (one.count > 2 * (idle.get(key)?.count ?? 0)) called.set(key, one);
  }
  const functions = [...called.values()];
  return {
    files: new Set(functions.map(({ file }) => file)),
    functions: functions.length,
    calledLines: functions.reduce((sum, { lines }) => sum + lines, 0),
  };
}

function countLines(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}
