import { setTimeout as sleep } from 'node:timers/promises';
import { SENDERS, type Alarm, type SenderName } from './payloads.js';

/** What the sender knows about one state of one alarm at the end. */
export interface Sent {
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
const TIMEOUT = 8_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

export interface Pace {
  /** Alarms that one sender posts concurrently. */
  readonly atOnce: number;
  /** Milliseconds. */
  readonly between: number;
}

const FAST: Pace = { atOnce: 4, between: 25 };
/** Slow enough that all notifications can be sent although receivers fail now and then. */
export const CALM: Pace = { atOnce: 1, between: 200 };

/** The least milliseconds before an alarm ends; more than the difference between the clocks of two processes. */
const FIRES_FOR = 100;

/** Posts numbered alarms until `stop`, with the bodies and retries of real senders. */
export class Sending {
  readonly sent: Sent[] = [];
  /** Acknowledgements and withdrawals; those of one alarm are in their order. */
  readonly decided: Sent[] = [];
  readonly latencies: number[] = [];
  private next = 0;
  private stopped = false;
  private readonly loops: Promise<void>[];

  constructor(
    private readonly target: Target,
    private readonly random: () => number,
    /** Called for every response. */
    private readonly onAnswer: (url: string, status: number) => void,
    private readonly pace: Pace = FAST,
  ) {
    const names = Object.keys(SENDERS) as SenderName[];
    this.loops = names.flatMap((name) => Array.from({ length: pace.atOnce }, () => this.loop(name)));
  }

  /** Stops new alarms. Resolves when all retries have ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.loops);
  }

  private async loop(name: SenderName): Promise<void> {
    while (!this.stopped) {
      this.next += 1;
      const n = this.next;
      const fired = await this.deliver(name, { n, resolved: false, at: new Date() });
      if (fired.deliveries.length > 0 && SENDERS[name].acknowledges) await this.acknowledge(name, n);
      if (fired.deliveries.length > 0 && this.random() < 0.5) {
        await sleep(FIRES_FOR);
        await this.deliver(name, { n, resolved: true, at: new Date() });
      }
      await sleep(this.pace.between);
    }
  }

  /** At random acknowledges the alarm, and at random withdraws the acknowledgement. */
  private async acknowledge(name: SenderName, n: number): Promise<void> {
    for (const acknowledged of [true, false]) {
      if (this.random() < 0.4) return;
      await sleep(FIRES_FOR);
      await this.deliver(name, { n, resolved: false, acknowledged, at: new Date() });
    }
  }

  private async deliver(name: SenderName, alarm: Alarm): Promise<Sent> {
    const sent: Sent = {
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
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      await this.attempt(sent, body);
      // Simulates a lost response in 2 % of the cases: senders that retry then post again.
      const again = sent.status === 202 ? this.random() < 0.02 : true;
      if (!again || !SENDERS[name].resends(sent.status === 202 ? undefined : sent.status)) return sent;
      await sleep(pause);
    }
  }

  private async attempt(sent: Sent, body: string): Promise<void> {
    const { urls, paths } = this.target;
    const url = urls[Math.floor(this.random() * urls.length)] ?? '';
    const began = performance.now();
    sent.attempts += 1;
    sent.status = undefined;
    try {
      const response = await fetch(url + paths[sent.sender], {
        method: 'POST',
        headers: { 'content-type': SENDERS[sent.sender].content_type },
        body,
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const answer = (await response.json()) as { delivery_id?: string };
      sent.status = response.status;
      this.onAnswer(url, response.status);
      if (response.status === 202 && answer.delivery_id !== undefined) {
        sent.deliveries.push(answer.delivery_id);
        this.latencies.push(performance.now() - began);
      }
    } catch {
      // No response: the delivery may be stored or not, and the sender cannot know.
    }
  }
}
