import { setTimeout as sleep } from 'node:timers/promises';
import { SENDERS, type Alarm, type SenderName } from './payloads.js';

/** What the sender knows about one state of one alarm at the end. */
export interface SentAlarm {
  readonly sender: SenderName;
  readonly n: number;
  readonly resolved: boolean;
  /** For an acknowledgement or its withdrawal: whether the alarm is acknowledged. */
  readonly acknowledged?: boolean | undefined;
  /** Delivery ids of all attempts that were answered with 202. */
  readonly deliveries: string[];
  attempts: number;
  /** The status of the last attempt; `undefined` if there was no response. */
  status: number | undefined;
}

export interface Target {
  /** The addresses of the API processes. */
  readonly urls: readonly string[];
  readonly paths: Readonly<Record<SenderName, string>>;
}

/** Milliseconds. */
const REQUEST_TIMEOUT_MS = 8_000;
const MIN_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 1_000;

export interface Pace {
  /** Alarms that one sender posts concurrently. */
  readonly concurrency: number;
  /** Milliseconds. */
  readonly intervalMs: number;
}

const FAST_PACE: Pace = { concurrency: 4, intervalMs: 25 };
/** Slow enough that all notifications can be sent although receivers fail now and then. */
export const SLOW_PACE: Pace = { concurrency: 1, intervalMs: 200 };

/** The least milliseconds before an alarm ends; more than the difference between the clocks of two processes. */
const MIN_FIRING_MS = 100;

/** Posts numbered alarms until `stop`, with the bodies and retries of real senders. */
export class AlarmGenerator {
  readonly sent: SentAlarm[] = [];
  /** Acknowledgements and withdrawals; those of one alarm are in their order. */
  readonly decided: SentAlarm[] = [];
  readonly latencies: number[] = [];
  private lastNumber = 0;
  private stopped = false;
  private readonly loops: Promise<void>[];

  constructor(
    private readonly target: Target,
    private readonly random: () => number,
    /** Called for every response. */
    private readonly onResponse: (url: string, status: number) => void,
    private readonly pace: Pace = FAST_PACE,
  ) {
    const names = Object.keys(SENDERS) as SenderName[];
    this.loops = names.flatMap((name) =>
      Array.from({ length: pace.concurrency }, () => this.runSender(name)),
    );
  }

  /** Stops new alarms. Resolves when all retries have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async runSender(name: SenderName): Promise<void> {
    while (!this.stopped) {
      this.lastNumber += 1;
      const n = this.lastNumber;
      const fired = await this.deliver(name, { n, resolved: false, at: new Date() });
      if (fired.deliveries.length > 0 && SENDERS[name].acknowledges) await this.acknowledge(name, n);
      if (fired.deliveries.length > 0 && this.random() < 0.5) {
        await sleep(MIN_FIRING_MS);
        await this.deliver(name, { n, resolved: true, at: new Date() });
      }
      await sleep(this.pace.intervalMs);
    }
  }

  /** At random acknowledges the alarm, and at random withdraws the acknowledgement. */
  private async acknowledge(name: SenderName, n: number): Promise<void> {
    for (const acknowledged of [true, false]) {
      if (this.random() < 0.4) return;
      await sleep(MIN_FIRING_MS);
      await this.deliver(name, { n, resolved: false, acknowledged, at: new Date() });
    }
  }

  private async deliver(name: SenderName, alarm: Alarm): Promise<SentAlarm> {
    const sent: SentAlarm = {
      sender: name,
      n: alarm.n,
      resolved: alarm.resolved,
      acknowledged: alarm.acknowledged,
      deliveries: [],
      attempts: 0,
      status: undefined,
    };
    (alarm.acknowledged === undefined ? this.sent : this.decided).push(sent);
    const body = JSON.stringify(SENDERS[name].body(alarm));
    for (let backoffMs = MIN_BACKOFF_MS; ; backoffMs = Math.min(2 * backoffMs, MAX_BACKOFF_MS)) {
      await this.attempt(sent, body);
      // Simulates a lost response in 2 % of the cases: senders that retry then post again.
      const shouldRetry = sent.status === 202 ? this.random() < 0.02 : true;
      if (!shouldRetry || !SENDERS[name].retriesAfter(sent.status === 202 ? undefined : sent.status))
        return sent;
      await sleep(backoffMs);
    }
  }

  private async attempt(sent: SentAlarm, body: string): Promise<void> {
    const { urls, paths } = this.target;
    const url = urls[Math.floor(this.random() * urls.length)] ?? '';
    const startedAt = performance.now();
    sent.attempts += 1;
    sent.status = undefined;
    try {
      const response = await fetch(url + paths[sent.sender], {
        method: 'POST',
        headers: { 'content-type': SENDERS[sent.sender].content_type },
        body,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const receipt = (await response.json()) as { delivery_id?: string };
      sent.status = response.status;
      this.onResponse(url, response.status);
      if (response.status === 202 && receipt.delivery_id !== undefined) {
        sent.deliveries.push(receipt.delivery_id);
        this.latencies.push(performance.now() - startedAt);
      }
    } catch {
      // No response: the delivery may be stored or not, and the sender cannot know.
    }
  }
}
