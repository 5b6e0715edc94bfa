import { setTimeout as sleep } from 'node:timers/promises';
import { CONNECTIONS } from './accept.js';
import { alertmanagerBody } from './bodies.js';
import { sendEvenLoad } from './even-load.js';
import { runLoad } from './run-load.js';
import { NotifyReceiver, perSecond } from './notify-receiver-process.js';
import { Testbed } from './testbed.js';
import { quantiles } from './statistics.js';
import { stopProcess } from './stop-process.js';

/** Settings that allow receivers on this machine. */
export const ALLOW_LOCAL_RECEIVERS = { NOTIFICATION_ALLOW: '127.0.0.1' };
const ALERTS_PER_BODY = 10;

/** Milliseconds. */
export interface Lag {
  readonly p50: number;
  readonly p99: number;
}

/** A service with one webhook and an unlimited quota, and a receiver. */
export class NotifyTestbed {
  private senderPid = 0;

  private constructor(
    readonly testbed: Testbed,
    readonly receiver: NotifyReceiver,
    private readonly apiUrl: string,
    private readonly webhook: string,
  ) {}

  static async start(): Promise<NotifyTestbed> {
    const testbed = await Testbed.start();
    try {
      const { url } = await testbed.startApp('api', ALLOW_LOCAL_RECEIVERS);
      const webhook = await testbed.createWebhook(url, 'bench');
      await testbed.startApp('worker', { ...ALLOW_LOCAL_RECEIVERS, WORKER_ROLES: 'processing' });
      const notifyTestbed = new NotifyTestbed(testbed, await NotifyReceiver.start(), url, webhook);
      await notifyTestbed.create('quotas', { limit: { day: 1_000_000_000 } });
      return notifyTestbed;
    } catch (error) {
      await testbed.stop();
      throw error;
    }
  }

  create<T>(path: string, fields: object): Promise<T> {
    return this.testbed.post<T>(`${this.apiUrl}/notification/v1/${path}`, {
      domain_id: 'bench',
      protocol_id: 'webhook',
      ...fields,
    });
  }

  /** @returns the id of the subscription */
  async subscribe(name: string, url = this.receiver.url): Promise<string> {
    const fields = { name, options: { url } };
    return (await this.create<{ subscription_id: string }>('subscriptions', fields)).subscription_id;
  }

  async subscribeAll(from: number, to: number): Promise<void> {
    for (let n = from; n < to; n += 1) await this.subscribe(`bench ${n}`);
  }

  async unsubscribe(subscription_id: string): Promise<void> {
    const url = `${this.apiUrl}/notification/v1/subscription/${subscription_id}?domain_id=bench`;
    const { ok, status } = await fetch(url, { method: 'DELETE', headers: this.testbed.headers });
    if (!ok) throw new Error(`a subscription was not deleted: ${status}`);
  }

  /** @returns the process id */
  async startSender(): Promise<number> {
    this.senderPid = (
      await this.testbed.startApp('worker', { ...ALLOW_LOCAL_RECEIVERS, WORKER_ROLES: 'notification' })
    ).pid;
    return this.senderPid;
  }

  async stopSender(): Promise<void> {
    await stopProcess(this.senderPid);
  }

  /** Opens new alerts. @returns how many, rounded up to whole deliveries */
  async openAlerts(alerts: number): Promise<number> {
    const alertsBefore = await this.countAlerts();
    const body = () => alertmanagerBody(ALERTS_PER_BODY, new Date().toISOString());
    const amount = Math.ceil(alerts / ALERTS_PER_BODY);
    await runLoad({ url: this.webhook, body, connections: CONNECTIONS, amount });
    while ((await this.countAlerts()) < alertsBefore + amount * ALERTS_PER_BODY) await sleep(50);
    return amount * ALERTS_PER_BODY;
  }

  /** @returns notifications per second, sent while the alerts are being opened */
  async sendWhileOpening(alerts: number, subscriptions: number): Promise<number> {
    return perSecond(await this.receiver.waitForRequests((await this.openAlerts(alerts)) * subscriptions));
  }

  /** Measures the time from the change of an alert to its arrival at the receiver, at an even pace of changes. */
  async measureLag(changesPerSecond: number, duration: number, subscriptions: number): Promise<Lag> {
    const body = () => alertmanagerBody(1, new Date().toISOString());
    await sendEvenLoad({
      ...{ urls: [this.webhook], body, connections: CONNECTIONS },
      ...{ duration, rate: changesPerSecond },
    });
    const { lags } = await this.receiver.waitForRequests(
      Math.round(changesPerSecond * duration) * subscriptions,
    );
    const [p50 = Number.NaN, p99 = Number.NaN] = quantiles(lags, [0.5, 0.99]);
    return { p50, p99 };
  }

  async stop(): Promise<void> {
    this.receiver.stop();
    await this.testbed.stop();
  }

  private async countAlerts(): Promise<number> {
    const { rows } = await this.testbed.sql.query<{ alerts: number }>(
      'select count(*)::int as alerts from alert',
    );
    return rows[0]?.alerts ?? 0;
  }
}
