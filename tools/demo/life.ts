import { setTimeout as sleep } from 'node:timers/promises';
import { Tocsin } from '#client';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { DEMO_DOMAIN as domain_id } from '../start/sign-in-link.js';
import { FIRST, LASTING, PROBLEMS, type Problem } from './cast.js';
import { createBody, type Occurrence } from './payloads.js';
import { HEARTBEATS, PEOPLE, type Addresses, type Person } from './records.js';

/** Milliseconds between two acts. */
const PACE = { min: 3_000, max: 9_000 };
const PING_MS = 20_000;
const MAX_OPEN = 22;
/** How often a job forgets its pings, so that its alert opens. */
const FORGETFUL = 0.02;
const COMMENTS = [
  'I am looking at it',
  'Known, the fix is being rolled out',
  'Restarting it',
  'Probably the new release',
];

const choose = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

/** Posts what a source reports, and returns when it is processed. @throws if it is refused */
async function report(addresses: Addresses, occurrence: Occurrence, signal: AbortSignal) {
  const { source } = occurrence.problem;
  const response = await fetch(addresses[source], {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'wait=10' },
    body: JSON.stringify(createBody(occurrence)),
    signal,
  });
  if (!response.ok)
    throw new Error(`${source}: a delivery was refused: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}

/** What goes on in the shop while the service runs. */
export class DemoLife {
  /** When what is wrong began. What an earlier start has left open is found again when it is reported again. */
  private readonly open = new Map<Problem, Date>();
  private readonly people: Readonly<Record<Person, Tocsin>>;
  private forgetsUntil = 0;
  private pingedAt = 0;

  constructor(
    private readonly addresses: Addresses,
    url: string,
    keys: Readonly<Record<Person, string>>,
    private readonly around: {
      /** When it ends. */
      readonly signal: AbortSignal;
      readonly print: (line: string) => void;
    },
  ) {
    const sign = (person: Person) => new Tocsin({ url, key: keys[person] });
    this.people = { ann: sign('ann'), bob: sign('bob') };
  }

  /** Lets happen at once what the demonstration wants to show: told, silenced, inhibited, failed, escalating, and told to nobody. */
  async begin(): Promise<void> {
    await this.ping(Date.now());
    for (const problem of [...LASTING, ...FIRST]) await this.fire(problem);
    await this.acknowledge('PodCrashLooping');
  }

  /** Goes on until it is to end. An act that fails is reported, and the next one follows. */
  async goOn(): Promise<void> {
    const { signal, print } = this.around;
    let lastFailure = '';
    while (!signal.aborted) {
      await sleep(PACE.min + Math.random() * (PACE.max - PACE.min), undefined, { signal }).catch(
        () => undefined,
      );
      if (signal.aborted) return;
      try {
        await this.ping(Date.now());
        await this.act();
        lastFailure = '';
      } catch (error) {
        const failure = getLogMessage(error);
        if (failure !== lastFailure && !signal.aborted) print(`The demonstration: ${failure}`);
        lastFailure = failure;
      }
    }
  }

  private async act(): Promise<void> {
    const dice = Math.random();
    const isFull = this.open.size >= MAX_OPEN;
    if (dice < 0.4 && !isFull) {
      // What is frequent in the history is frequent now.
      const closed = PROBLEMS.filter((problem) => !this.open.has(problem));
      const problem = choose(closed.flatMap((each) => Array.from({ length: each.times }, () => each)));
      if (problem) await this.fire(problem);
    } else if (dice < 0.55) {
      const problem = choose([...this.open.keys()]);
      if (problem) await this.fire(problem);
    } else if (dice < 0.85) await this.recover();
    else await this.acknowledge();
  }

  /** Begins, or goes on. */
  private async fire(problem: Problem): Promise<void> {
    const startedAt = this.open.get(problem) ?? new Date();
    await report(this.addresses, { problem, startedAt }, this.around.signal);
    this.open.set(problem, startedAt);
  }

  private async recover(): Promise<void> {
    const [problem, startedAt] = choose([...this.open].filter(([each]) => !LASTING.includes(each))) ?? [];
    if (problem === undefined || startedAt === undefined) return;
    const ended = { problem, startedAt, endedAt: new Date() };
    await report(this.addresses, ended, this.around.signal);
    this.open.delete(problem);
  }

  /** Somebody takes care of an alert that nobody has. @param rule that of the alert; default: any */
  private async acknowledge(rule?: string): Promise<void> {
    const tocsin = this.people[choose(PEOPLE) ?? 'ann'];
    const filter = [
      { k: 'state', v: 'OPEN', o: 'eq' },
      { k: 'acknowledged', v: false, o: 'eq' },
      ...(rule === undefined ? [] : [{ k: 'rule', v: rule, o: 'eq' }]),
    ];
    const { results } = await tocsin.call('searchAlerts', {
      body: { domain_id, query: { filter: filter as never } },
    });
    const alert = choose(results);
    if (alert === undefined) return;
    const path = { alert_id: String(alert.alert_id) };
    await tocsin.call('acknowledgeAlert', { path, body: { domain_id, comment: choose(COMMENTS) } });
    if (Math.random() < 0.3)
      await tocsin.call('addAlertNote', { path, body: { domain_id, text: 'The runbook helps here.' } });
  }

  private async ping(now: number): Promise<void> {
    if (now - this.pingedAt < PING_MS) return;
    this.pingedAt = now;
    if (Math.random() < FORGETFUL) this.forgetsUntil = now + 150_000;
    for (const name of HEARTBEATS)
      if (name !== 'payments-import' || now >= this.forgetsUntil)
        await fetch(`${this.addresses.eu}/heartbeat/${name}`, {
          method: 'POST',
          signal: this.around.signal,
        });
  }
}
