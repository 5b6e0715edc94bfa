import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { built } from '../start/checkout.js';
import { tryPort } from '../start/ports.js';
import { CONNECTIONS } from './accept.js';
import { alertmanagerBody } from './bodies.js';
import { evenLoad } from './even-load.js';
import { ALLOWED, benchFanOut } from './fan-out.js';
import { load } from './load.js';
import type { Received } from './notify-receiver.js';
import { Stage } from './stage.js';
import { milliseconds, number, peakMemory, print, quantiles } from './statistics.js';

const ALERTS = 3_000;
const ALERTS_PER_BODY = 10;
/** A subscription has at most 8 requests under way. */
const SUBSCRIPTIONS = 20;
/** Of which two do not answer as they should. */
const MANY = 1_000;
/** Changes a second. */
const RATE = 500;

/**
 * Signed notifications, each of which takes a unit of a quota, to a receiver on this machine; beside them a plain loop of
 * `fetch` to the same receiver. And what finding their receivers costs the processing of alarms.
 * @param scale 1 is the published length
 */
export async function benchNotify(scale: number): Promise<void> {
  const fanOut = await benchFanOut(scale);
  const stage = await Stage.set();
  const receiver = await NotifyReceiver.start();
  try {
    const api = await stage.startApp('api', ALLOWED);
    const webhook = await stage.createWebhook(api.url, 'bench');
    await stage.startApp('worker', { ...ALLOWED, WORKER_ROLES: 'processing' });
    const create = (path: string, fields: object) =>
      stage.post(`${api.url}/notification/v1/${path}`, {
        domain_id: 'bench',
        protocol_id: 'webhook',
        ...fields,
      });
    await create('quotas', { limit: { day: 1_000_000_000 } });
    const subscribe = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1)
        await create('subscriptions', { name: `bench ${n}`, options: { url: receiver.url } });
    };
    await subscribe(0, SUBSCRIPTIONS);

    const alerts = Math.round(ALERTS * scale);
    const stopped = await fillOutbox(stage, webhook, alerts);
    const sender = await stage.startApp('worker', { ...ALLOWED, WORKER_ROLES: 'notification' });
    const alone = await receiver.until(stopped * SUBSCRIPTIONS);

    const duration = 10 * scale;
    const body = () => alertmanagerBody(1, new Date().toISOString());
    // One subscription is as many messages as there are changes.
    await evenLoad({ urls: [webhook], body, connections: CONNECTIONS, duration, rate: RATE / SUBSCRIPTIONS });
    const even = await receiver.until(Math.round((RATE / SUBSCRIPTIONS) * duration) * SUBSCRIPTIONS);
    const [p50 = Number.NaN, p99 = Number.NaN] = quantiles(even.lags, [0.5, 0.99]);

    await subscribe(SUBSCRIPTIONS, MANY);
    const toMany = () => ratePerSecond(stage, webhook, receiver, (alerts * SUBSCRIPTIONS) / MANY);
    const before = await toMany();
    const dead = await tryPort('127.0.0.1', 0);
    await create('subscriptions', { name: 'dead', options: { url: `http://127.0.0.1:${dead}/` } });
    await create('subscriptions', { name: 'drips', options: { url: new URL('/drips', receiver.url).href } });
    const beside = await toMany();

    const loop = await loopOfFetch(receiver.url, alerts * SUBSCRIPTIONS);
    await receiver.until(alerts * SUBSCRIPTIONS);
    print([
      [
        'signed notifications, quota taken',
        `${number(perSecond(alone))}/s to ${SUBSCRIPTIONS} subscriptions`,
      ],
      ['a plain loop of fetch, signed', `${number(loop)}/s`],
      ['  ratio', (perSecond(alone) / loop).toFixed(2)],
      [`${number(MANY)} subscriptions, while alerts change as well`, `${number(before)}/s`],
      [
        '  beside a dead and a dripping receiver',
        `${number(beside)}/s, ratio ${(beside / before).toFixed(2)}`,
      ],
      [`change to first byte at ${RATE}/s, p50 / p99`, `${milliseconds(p50)} / ${milliseconds(p99)}`],
      ['most memory of the worker that sends', `${number(await peakMemory(sender.pid))} MB`],
      ...fanOut,
    ]);
  } finally {
    receiver.stop();
    await stage.strike();
  }
}

/** @returns the alerts that were opened */
async function fillOutbox(stage: Stage, webhook: string, alerts: number): Promise<number> {
  const count = async () => {
    const { rows } = await stage.sql.query<{ alerts: number }>('select count(*)::int as alerts from alert');
    return rows[0]?.alerts ?? 0;
  };
  const there = await count();
  const body = () => alertmanagerBody(ALERTS_PER_BODY, new Date().toISOString());
  const amount = Math.ceil(alerts / ALERTS_PER_BODY);
  await load({ url: webhook, body, connections: CONNECTIONS, amount });
  while ((await count()) < there + amount * ALERTS_PER_BODY) await sleep(50);
  return amount * ALERTS_PER_BODY;
}

async function ratePerSecond(
  stage: Stage,
  webhook: string,
  receiver: NotifyReceiver,
  alerts: number,
): Promise<number> {
  return perSecond(await receiver.until((await fillOutbox(stage, webhook, alerts)) * MANY));
}

const perSecond = ({ count, first, last }: Received): number => count / ((last - first) / 1_000);

/** @returns requests a second */
async function loopOfFetch(url: string, requests: number): Promise<number> {
  const webhook = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`);
  const text = alertmanagerBody(1, new Date().toISOString());
  let left = requests;
  const began = performance.now();
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const at = new Date();
      const body = JSON.stringify({ timestamp: at.toISOString(), data: text });
      const headers = {
        'webhook-id': `msg_${left}`,
        'webhook-signature': webhook.sign(`msg_${left}`, at, body),
      };
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 8 * SUBSCRIPTIONS }, one));
  return requests / ((performance.now() - began) / 1_000);
}

class NotifyReceiver {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<NotifyReceiver> {
    const child = fork(built('tools/bench/notify-receiver.js'));
    const [port] = (await once(child, 'message')) as [number];
    return new NotifyReceiver(child, `http://127.0.0.1:${port}/hook`);
  }

  /** Waits for so many requests, and forgets them. */
  async until(count: number): Promise<Received> {
    while ((await this.ask<number>('count')) < count) await sleep(50);
    return this.ask<Received>('all');
  }

  stop(): void {
    this.child.kill();
  }

  private async ask<T>(what: string): Promise<T> {
    const answer = once(this.child, 'message');
    this.child.send(what);
    return ((await answer) as [T])[0];
  }
}
