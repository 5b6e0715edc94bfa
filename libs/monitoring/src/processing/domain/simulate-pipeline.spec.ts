import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scaled } from '#test/scale.js';
import { AlertMemory } from '../../../test/alert-memory.js';
import { alarm } from '../../../test/alarms.js';
import { hashKey, type Alarm } from './alarm.js';

const KEYS = ['a', 'b', 'c'];
const PROCESSES = 3;
const BEGIN = Date.UTC(2026, 10, 20);

const process = fc.nat(PROCESSES - 1);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ send: fc.constantFrom(...KEYS), by: process }) },
  // The response was lost, so the same alarm is sent again, perhaps to another process.
  { weight: 3, arbitrary: fc.record({ resend: fc.constantFrom(...KEYS), by: process }) },
  { weight: 2, arbitrary: fc.record({ cutOff: process }) },
  { weight: 2, arbitrary: fc.record({ drain: process, most: fc.nat(4) }) },
  { weight: 4, arbitrary: fc.record({ work: fc.integer({ min: 1, max: 6 }), crash: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Simulates senders, processes with their spools, the log and the workers, without a clock, a disk or a database. */
class Simulation {
  readonly memory = new AlertMemory();
  readonly sent = new Map<string, Alarm[]>(KEYS.map((key) => [key, []]));
  /** How often each alarm was accepted, by its sender's time. */
  readonly taken = new Map<string, number>();
  private readonly spools: Alarm[][] = Array.from({ length: PROCESSES }, () => []);
  private readonly cutOff = new Set<number>();
  private readonly log: Alarm[] = [];
  private time = BEGIN;

  take(given: Step): void {
    if ('send' in given) this.send(given.send, given.by);
    else if ('resend' in given) this.resend(given.resend, given.by);
    else if ('cutOff' in given) this.cutOff.add(given.cutOff);
    else if ('drain' in given) this.drain(given.drain, given.most);
    else this.work(given.work, given.crash);
  }

  /** Drains all spools and processes the whole log. */
  finish(): void {
    for (let by = 0; by < PROCESSES; by += 1) this.drain(by, Number.POSITIVE_INFINITY);
    this.work(Number.POSITIVE_INFINITY, false);
  }

  private send(event_key: string, by: number): void {
    const story = this.sent.get(event_key) ?? [];
    const event_type = story.at(-1)?.event_type === 'ALERT' ? 'RECOVERY' : 'ALERT';
    this.time += 1_000;
    const one = alarm({ event_key, event_type, occurred_at: new Date(this.time) });
    story.push(one);
    this.arrive(one, by);
  }

  private resend(event_key: string, by: number): void {
    const last = this.sent.get(event_key)?.at(-1);
    if (last) this.arrive({ ...alarm(), ...last, event_id: crypto.randomUUID() }, by);
  }

  private arrive(one: Alarm, by: number): void {
    this.time += 1_000;
    const arrived = { ...one, created_at: new Date(this.time) };
    const name = nameOf(arrived);
    this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
    if (this.cutOff.has(by)) this.spools[by]?.push({ ...arrived, late: true });
    else this.log.push(arrived);
  }

  /** While a spool is not empty, everything goes through it. */
  private drain(by: number, most: number): void {
    const spool = this.spools[by] ?? [];
    this.log.push(...spool.splice(0, most));
    if (spool.length === 0) this.cutOff.delete(by);
  }

  /** A worker that crashes has written either nothing or everything. */
  private work(most: number, crash: boolean): void {
    const batch = this.log.slice(0, most);
    if (crash) new AlertMemory().process(batch);
    else this.memory.process(this.log.splice(0, most));
  }
}

const nameOf = ({ event_key, occurred_at }: Alarm) => `${event_key} ${occurred_at?.getTime()}`;

it('stores each alarm once, with correct alerts, despite outages, resends, spools and crashes', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
      const simulation = new Simulation();
      for (const each of steps) {
        simulation.take(each);
        oneOpenPerKey(simulation.memory);
      }
      simulation.finish();
      oneOpenPerKey(simulation.memory);

      const { memory, sent, taken } = simulation;
      const all = [...sent.values()].flat();
      expect(memory.events.size).toBe(all.length);
      const attempts = [...taken.values()].reduce((sum, times) => sum + times, 0);
      expect(memory.duplicates.size).toBe(attempts - all.length);
      for (const [key, story] of sent) {
        const open = story.at(-1)?.event_type === 'ALERT';
        expect([key, memory.openKeys().includes(key)]).toEqual([key, open]);
        expect([key, memory.states.get(hashKey(key))?.open ?? false]).toEqual([key, open]);
      }
      for (const { opened_at, resolved_at, open, event_count } of memory.alerts) {
        expect([open, resolved_at === null, event_count > 0]).toEqual([open, open, true]);
        expect((resolved_at ?? opened_at) >= opened_at).toBe(true);
      }
    }),
    { numRuns: scaled(500) },
  );
});

function oneOpenPerKey(memory: AlertMemory): void {
  const open = memory.openKeys();
  if (new Set(open).size < open.length) throw new Error(`open more than once: ${open.join(', ')}`);
}
