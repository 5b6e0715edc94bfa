import { SERVICE_KINDS } from '#shared/as-code/kinds/subscriptions.js';
import type { MovedFile } from './moved-file.js';

const ADDRESS = /^[^\s@<>,;"()[\]\\:]{1,64}@[A-Za-z0-9.-]+$/;

/** All that the service tells of itself. Nobody else is told of it: the other subscriptions of people are only told of steps. */
export const NOTICE_KINDS = [
  ...SERVICE_KINDS,
  ...['delivery.quarantined', 'escalation.unreached', 'source.back', 'source.silent'],
];

export interface Person {
  readonly name: string;
  readonly email: string | undefined;
}

/** The people whom schedules and escalations name. Whoever is needed gets a subscription, by mail, which only steps tell. */
export class People {
  private readonly subscriptions = new Map<string, string>();

  private readonly people: ReadonlyMap<string, Person>;

  constructor(
    private readonly file: MovedFile,
    people: readonly (Person & { readonly id: string })[],
  ) {
    const count = (name: string) => people.filter((each) => each.name === name).length;
    this.people = new Map(
      people.map(({ id, name, email }) => [
        id,
        { name: count(name) > 1 ? `${name} (${email ?? id})` : name, email },
      ]),
    );
  }

  /** Returns the person with an id, and the name of the subscription; `undefined` if there is no address. */
  find(id: string): (Person & { readonly subscription: string }) | undefined {
    const person = this.people.get(id);
    if (person?.email === undefined || !ADDRESS.test(person.email)) return undefined;
    const known = this.subscriptions.get(id);
    if (known !== undefined) return { ...person, subscription: known };
    const subscription = this.file.add('subscriptions', person.name, {
      protocol: 'email',
      options: { to: [person.email] },
      trigger: 'ESCALATION',
    });
    this.subscriptions.set(id, subscription);
    this.file.note('~', `user ${person.name}: subscription ${subscription}, by mail; add other ways by hand`);
    return { ...person, subscription };
  }

  /** Returns the subscription that is told when an escalation reached nobody, and whatever else the service tells of itself. */
  fallback(): string | undefined {
    const known = this.subscriptions.get('');
    if (known !== undefined) return known;
    const first = [...this.people.values()].find(({ email }) => email !== undefined && ADDRESS.test(email));
    if (first?.email === undefined) return undefined;
    const name = this.file.add('subscriptions', 'fallback', {
      protocol: 'email',
      options: { to: [first.email] },
      kinds: NOTICE_KINDS,
    });
    this.subscriptions.set('', name);
    this.file.note(
      '~',
      `all escalations: what reaches nobody, and notices of the service (a calendar or receiver that fails, a quota that ends, a sender that is silent), are mailed to ${first.name}; change the subscription ${name}`,
    );
    return name;
  }
}

/** Who is told after how many seconds. */
export interface Level {
  readonly after: number;
  readonly subscriptions: readonly string[];
  readonly schedules: readonly string[];
}

/** A step of an escalation. `after` is in seconds. */
interface Step {
  readonly after: number;
  readonly subscriptions?: readonly string[];
  readonly on_call?: string;
}

const MAX_STEPS = 10;
const MAX_SUBSCRIPTIONS = 20;

/** Returns the steps of an escalation, which rise, have a schedule each and are few, and what is different. */
export function toSteps(levels: readonly Level[]): {
  readonly steps: readonly Step[];
  readonly changes: readonly string[];
} {
  const steps: Step[] = [];
  const changes = new Set<string>();
  for (const { after, subscriptions, schedules } of levels) {
    const parts = schedules.length === 0 ? [undefined] : schedules;
    for (const [at, schedule] of parts.entries()) {
      const last = steps.at(-1)?.after ?? -1;
      if (at > 0) changes.add('a step has one schedule, so the next one follows a second later');
      else if (after <= last) changes.add('steps at the same time follow each other by a second');
      steps.push({
        after: Math.max(after, last + 1),
        ...(at === 0 &&
          subscriptions.length > 0 && { subscriptions: subscriptions.slice(0, MAX_SUBSCRIPTIONS) }),
        ...(schedule !== undefined && { on_call: schedule }),
      });
    }
    if (subscriptions.length > MAX_SUBSCRIPTIONS)
      changes.add(`a step tells the first ${MAX_SUBSCRIPTIONS} of its ${subscriptions.length} people`);
  }
  if (steps.length > MAX_STEPS) changes.add(`the first ${MAX_STEPS} of ${steps.length} steps`);
  return { steps: steps.slice(0, MAX_STEPS), changes: [...changes] };
}

/** Returns the local date, time and day of an instant. @throws RangeError if the time zone is unknown */
export function toLocal(instant: Date, timezone: string) {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return {
    date: `${of('year')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}`,
    day: of('weekday').slice(0, 3).toUpperCase(),
  };
}

const HOUR = 3600;

/** Returns the length of a shift as schedules have it; `undefined` if it is no whole number of hours. */
export function toShift(seconds: number): string | undefined {
  if (seconds <= 0 || seconds % HOUR !== 0) return undefined;
  const hours = seconds / HOUR;
  if (hours % 168 === 0) return `${hours / 168}w`;
  return hours % 24 === 0 ? `${hours / 24}d` : `${hours}h`;
}

interface RotationDraft {
  readonly timezone: string;
  readonly start: Date;
  readonly seconds: number;
  readonly names: readonly string[];
}

/** Returns the rotation of a schedule, or why there is none. */
export function toRotation({ timezone, start, seconds, names }: RotationDraft): object | string {
  const shift = toShift(seconds);
  if (shift === undefined) return 'its shifts are no whole hours';
  if (new Set(names).size < names.length) return 'a member takes several turns in a round';
  if (Number.isNaN(start.getTime())) return 'it has no start';
  try {
    const { date, time, day } = toLocal(start, timezone);
    return {
      members: names,
      shift,
      handoff: { time, ...(shift.endsWith('w') && { day }) },
      starts_on: date,
    };
  } catch {
    return `its time zone ${timezone} is unknown`;
  }
}
