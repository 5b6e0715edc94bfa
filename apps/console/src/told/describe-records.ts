import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { describeAlerts, type Condition } from './describe-conditions.js';
import { describeEvery, describeSeconds, describeWhen, joinWords } from './words.js';

type Subscription = Pick<
  Required<Schemas['SubscriptionInfo']>,
  'protocol_id' | 'options' | 'filter' | 'filter_or' | 'kinds' | 'trigger' | 'group' | 'remind' | 'project_id'
>;
type Silence = Pick<
  Required<Schemas['SilenceInfo']>,
  'state' | 'filter' | 'filter_or' | 'starts_at' | 'ends_at' | 'reason' | 'created_by' | 'weekly'
>;
type Inhibition = Pick<Required<Schemas['InhibitionInfo']>, 'source' | 'target' | 'equal' | 'project_id'>;
type Escalation = Pick<
  Required<Schemas['EscalationInfo']>,
  'filter' | 'filter_or' | 'steps' | 'repeat' | 'until' | 'project_id'
>;
type OnCall = Pick<Required<Schemas['OnCallInfo']>, 'members' | 'rotation' | 'ical_url' | 'timezone'>;

/** The units of a quota; a negative number: no limit. */
interface Limit {
  readonly day?: number;
  readonly month?: number;
}

/** The conditions of the API, which knows more of their types than a sentence needs. */
const conditionsOf = ({
  filter,
  filter_or,
}: {
  readonly filter: readonly object[];
  readonly filter_or: readonly object[];
}) => ({ filter: filter as readonly Condition[], filter_or: filter_or as readonly Condition[] });

const inProject = (project_id: string | null): string =>
  project_id === null ? '' : ` in project ${project_id}`;

/** The options that name a receiver, the first that is there counts. */
const NAMING_OPTIONS = ['channel', 'to', 'topic', 'channel_id'];

/** Returns who gets the messages: `#db-alerts in Slack`. @param protocol its name for people */
export function describeReceiver(protocol: string, options: Readonly<Record<string, unknown>>): string {
  const given = NAMING_OPTIONS.map((name) => options[name]).find(
    (value) => value !== undefined && value !== '' && value !== '***',
  );
  if (given !== undefined)
    return `${joinWords((Array.isArray(given) ? given : [given]).map(String))} in ${protocol}`;
  const url = [options['url'], options['server_url']].find(
    (value): value is string => typeof value === 'string' && URL.canParse(value),
  );
  return url === undefined ? protocol : `${new URL(url).host} (${protocol})`;
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  'alert.opened': 'opened',
  'alert.escalated': 'worse',
  'alert.deescalated': 'better',
  'alert.acknowledged': 'acknowledged',
  'alert.resolved': 'resolved',
};

/** Returns the sentence of a subscription: "CRITICAL of labels.team = db, to #db-alerts in Slack, at most 60 a day". */
export function describeSubscription(
  { options, filter, filter_or, kinds, trigger, group, remind, project_id }: Subscription,
  protocol: string,
  limit: Limit = {},
): string {
  const receiver = describeReceiver(protocol, options);
  const isStep = trigger === 'ESCALATION';
  const changes = kinds.map((kind) => KIND_WORDS[kind]).filter((word) => word !== undefined);
  const isOfAlerts = kinds.some((kind) => kind.startsWith('alert.'));
  const isOpened = kinds.includes('alert.opened');
  const whom = isStep
    ? 'What steps of escalations say'
    : isOfAlerts
      ? `${describeAlerts(conditionsOf({ filter, filter_or }))}${inProject(project_id)}`
      : `What happens to the service (${joinWords(kinds.slice(0, 3))}${kinds.length > 3 ? ' …' : ''})`;
  return [
    whom,
    ...(isOfAlerts && !isStep && !isOpened ? [`only when ${joinWords(changes)}`] : []),
    `to ${receiver}`,
    ...(group === null || group === undefined
      ? []
      : [`together by ${joinWords(group.by.map(String))}, at most ${describeEvery(group.interval)}`]),
    ...(remind === null || remind === undefined
      ? []
      : [`again ${describeEvery(remind.every)} while nobody reacts`]),
    ...((limit.day ?? -1) < 0 ? [] : [`at most ${limit.day} a day`]),
    ...((limit.month ?? -1) < 0 ? [] : [`at most ${limit.month} a month`]),
  ].join(', ');
}

const WEEKDAY_WORDS: Readonly<Record<string, string>> = {
  ...{ MON: 'Mondays', TUE: 'Tuesdays', WED: 'Wednesdays', THU: 'Thursdays', FRI: 'Fridays' },
  ...{ SAT: 'Saturdays', SUN: 'Sundays' },
};

const describeDays = (days: readonly string[]): string =>
  days.length === 7 ? 'every day' : `on ${joinWords(days.map((day) => WEEKDAY_WORDS[day] ?? day))}`;

/** Returns the sentence of a silence: "Alerts whose labels.host = web-1 are not told until tomorrow 08:00, by ann: CHG-2081". */
export function describeSilence(
  { state, filter, filter_or, starts_at, ends_at, reason, created_by, weekly }: Silence,
  now: number,
  timeZone?: string,
): string {
  const verb = { PENDING: 'will not be told', EXPIRED: 'were not told' }[state as string] ?? 'are not told';
  const from = state === 'ACTIVE' ? '' : ` from ${describeWhen(starts_at, now, timeZone)}`;
  const windows =
    weekly === null || weekly === undefined
      ? ''
      : ` ${describeDays(weekly.days)} from ${weekly.from} to ${weekly.to} (${weekly.timezone})`;
  const why = reason === '' ? '' : `: ${reason}`;
  return (
    `${describeAlerts(conditionsOf({ filter, filter_or }))} ${verb}${windows}${from} until ` +
    `${describeWhen(ends_at, now, timeZone)}, by ${created_by}${why}`
  );
}

/** Returns the sentence of an inhibition: "While alerts whose rule = Down are open, WARNING of the same labels.site are held back". */
export function describeInhibition({ source, target, equal, project_id }: Inhibition): string {
  const [sources, targets] = [source, target].map((filter) =>
    describeAlerts(conditionsOf({ filter: filter as readonly object[], filter_or: [] })),
  );
  const same = equal.length === 0 ? '' : ` with the same ${joinWords(equal.map(String))}`;
  return `While ${lower(sources)} are open, ${lower(targets)}${same} are held back${inProject(project_id)}`;
}

/** Lower case only for the words of a sentence: names of severities stay. */
const lower = (text = ''): string => text.replace(/^(A)(lerts|ll )/, (_, __, rest: string) => `a${rest}`);

/** Returns who is told by a step: `ann and whoever is on call in Database`. @param nameOf names subscriptions and schedules */
export function describeStepReceivers(
  { subscriptions = [], on_call }: Escalation['steps'][number],
  nameOf: (id: string) => string,
): string {
  const schedule = on_call === null || on_call === undefined ? [] : [`who is on call in ${nameOf(on_call)}`];
  return joinWords([...subscriptions.map(nameOf), ...schedule]) || 'nobody';
}

/** Returns the sentence of an escalation: "All alerts: at once ann, after 10 min the team lead; all again twice, every 30 min". */
export function describeEscalation(
  { filter, filter_or, steps, repeat, until, project_id }: Escalation,
  nameOf: (id: string) => string,
): string {
  const told = steps.map(
    (step) =>
      `${step.after === 0 ? 'at once' : `after ${describeSeconds(step.after)}`} ${describeStepReceivers(step, nameOf)}`,
  );
  const again =
    repeat === null || repeat === undefined
      ? ''
      : `; all again ${describeTimes(repeat.times)}, ${describeEvery(repeat.every)}`;
  const end = until === 'RESOLVED' ? '; until the end of the alert' : '; until somebody acknowledges';
  return `${describeAlerts(conditionsOf({ filter, filter_or }))}${inProject(project_id)}: ${told.join(', ')}${again}${end}`;
}

const describeTimes = (times: number): string => ['', 'once', 'twice'][times] ?? `${times} times`;

const SHIFT_UNITS: Readonly<Record<string, string>> = { h: 'hour', d: 'day', w: 'week' };

/** Returns the sentence of a schedule: "ann, ben and cy take turns every week, from Mondays 09:00 (Europe/Berlin)". */
export function describeOnCall({ members, rotation, ical_url, timezone }: OnCall): string {
  if (rotation === null || rotation === undefined)
    return `The calendar at ${readHost(ical_url)} says who of ${joinWords(members.map(({ name }) => name))} is on call`;
  const names = rotation.members?.length ? rotation.members : members.map(({ name }) => name);
  const [, count = '1', unit = 'd'] = /^(\d+)([hdw])$/.exec(rotation.shift) ?? [];
  const word = SHIFT_UNITS[unit] ?? unit;
  const every = count === '1' ? `every ${word}` : `every ${count} ${word}s`;
  const day = unit === 'w' ? `${WEEKDAY_WORDS[rotation.handoff.day ?? 'MON']} ` : '';
  const turns =
    names.length === 1 ? 'is always on call' : `take turns ${every}, from ${day}${rotation.handoff.time}`;
  return `${joinWords(names)} ${turns} (${timezone})`;
}

function readHost(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).host : 'another place';
}
