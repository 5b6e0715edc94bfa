import { formatDuration } from '#shared/kernel/duration.js';
import { printFilterText } from '#shared/query/text/print-filter-text.js';
import type { MovedFile } from './moved-file.js';
import { addSchedules } from './opsgenie-schedules.js';
import { addWebhooks, addHeartbeats, INTEGRATION_LABEL, TEAM_LABEL } from './opsgenie-sources.js';
import { People, toSteps, type Level } from './people.js';
import { numberAt, objectAt, objectsAt, textAt, type Fields } from './source-file.js';

/** The lists of Opsgenie and Jira Service Management that are read, as their API returns them in `data`. */
export const OPSGENIE_LISTS = [
  ...['users', 'teams', 'integrations', 'heartbeats', 'schedules', 'escalations', 'maintenance', 'policies'],
] as const;
const YEAR_MS = 365 * 86_400_000;
const MAX_REPEATS = 10;
const MIN_REPEAT = 10;
const MINUTES: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1440 };

/** Reads what Opsgenie has into a file. */
export function importOpsgenie(account: Fields, file: MovedFile, project: string | undefined): void {
  const people = new People(
    file,
    objectsAt(account, 'users').map((user) => ({
      id: textAt(user, 'id') ?? '',
      name: textAt(user, 'fullName') ?? textAt(user, 'username') ?? 'unnamed',
      email: textAt(user, 'username'),
    })),
  );
  const teams = objectsAt(account, 'teams');
  addWebhooks(file, { integrations: objectsAt(account, 'integrations'), teams, project });
  addHeartbeats(file, objectsAt(account, 'heartbeats'), project);
  const schedules = addSchedules(file, objectsAt(account, 'schedules'), people);
  for (const escalation of objectsAt(account, 'escalations'))
    addEscalation(file, escalation, { teams, people, schedules });
  noteOtherRoutes(file, teams);
  const integrations = new Map(
    objectsAt(account, 'integrations').map((each) => [textAt(each, 'id') ?? '', textAt(each, 'name') ?? '']),
  );
  for (const window of objectsAt(account, 'maintenance')) addSilence(file, window, integrations, project);
  for (const policy of objectsAt(account, 'policies'))
    file.note(
      '✗',
      `policy ${textAt(policy, 'name') ?? ''}: make a silence, a group or a label of a webhook in its place`,
    );
}

interface Parts {
  readonly teams: readonly Fields[];
  readonly people: People;
  readonly schedules: ReadonlyMap<string, string>;
}

/** Returns the names of the teams that route the rest of their alerts to an escalation, and what is different for them and others. */
function findTeams(teams: readonly Fields[], id: string) {
  const leads = (rule: Fields) => textAt(objectAt(rule, 'notify'), 'id') === id;
  const names: string[] = [];
  const changes = new Set<string>();
  for (const team of teams) {
    const rules = listEffectiveRules(team);
    const last = rules.at(-1);
    if (last === undefined || !rules.some(leads)) continue;
    if (!isForAll(last) || !leads(last)) {
      changes.add('routing rules with criteria or times are not taken over');
      continue;
    }
    const name = textAt(team, 'name') ?? '';
    names.push(name);
    if (!rules.every(leads))
      changes.add(`alerts of ${name} that earlier routing rules lead elsewhere, or to nobody, come here too`);
  }
  return { names: [...new Set(names)], changes };
}

/** The first rule that matches takes an alert, so that none counts after one that takes all. The default rule is the last. */
function listEffectiveRules(team: Fields): readonly Fields[] {
  const order = (rule: Fields) => (rule['isDefault'] === true ? Infinity : (numberAt(rule, 'order') ?? 0));
  const rules = objectsAt(team, 'routing_rules').toSorted((a, b) =>
    order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0,
  );
  const last = rules.findIndex(isForAll);
  return last === -1 ? rules : rules.slice(0, last + 1);
}

const isForAll = (rule: Fields): boolean =>
  (textAt(objectAt(rule, 'criteria'), 'type') ?? 'match-all') === 'match-all' &&
  textAt(objectAt(rule, 'timeRestriction'), 'type') === undefined;

/** Tells of routing rules that lead to anything but an escalation: nobody is told of their alerts. */
function noteOtherRoutes(file: MovedFile, teams: readonly Fields[]): void {
  for (const team of teams)
    for (const rule of listEffectiveRules(team)) {
      const type = textAt(objectAt(rule, 'notify'), 'type') ?? 'none';
      if (type === 'escalation' || type === 'none') continue;
      const name = textAt(team, 'name') ?? '';
      file.note(
        '✗',
        `team ${name}: a routing rule leads to a ${type}: make an escalation for labels.${TEAM_LABEL} = ${JSON.stringify(name)}`,
      );
    }
}

function addEscalation(file: MovedFile, escalation: Fields, { teams, people, schedules }: Parts): void {
  const title = textAt(escalation, 'name') ?? 'escalation';
  const { names, changes } = findTeams(teams, textAt(escalation, 'id') ?? '');
  if (names.length === 0)
    return file.note('✗', `escalation ${title}: no routing rule of a team leads all alerts to it`);
  const leave = () => changes.add('recipients that could not be taken over are left out');
  const levels = objectsAt(escalation, 'rules').flatMap((rule): Level[] => {
    const recipient = objectAt(rule, 'recipient');
    const id = textAt(recipient, 'id') ?? '';
    const type = textAt(recipient, 'type');
    const ids = type === 'user' ? [id] : type === 'team' ? membersOf(teams, id) : [];
    const found = ids.map((each) => people.find(each)?.subscription);
    const schedule = type === 'schedule' ? schedules.get(id) : undefined;
    const subscriptions = found.filter((each) => each !== undefined);
    if (subscriptions.length < ids.length || (subscriptions.length === 0 && schedule === undefined)) leave();
    if (type === 'team') changes.add('a team is all of its members');
    if ((textAt(rule, 'notifyType') ?? 'default') !== 'default')
      changes.add('whoever is on call is told, not the next, the previous, admins or all');
    if (textAt(rule, 'condition') === 'if-not-closed')
      changes.add('an acknowledgement stops it, also where it went on until the alert was closed');
    if (subscriptions.length === 0 && schedule === undefined) return [];
    return [
      {
        after: secondsOf(objectAt(rule, 'delay')),
        subscriptions,
        schedules: schedule === undefined ? [] : [schedule],
      },
    ];
  });
  const fallback = people.fallback();
  if (levels.length === 0 || fallback === undefined)
    return file.note('✗', `escalation ${title}: it tells nobody who was taken over`);
  const { steps, changes: different } = toSteps(levels.toSorted((a, b) => a.after - b.after));
  const repeat = objectAt(escalation, 'repeat');
  const times = Math.min(numberAt(repeat, 'count') ?? 0, MAX_REPEATS);
  if ((numberAt(repeat, 'count') ?? 0) > MAX_REPEATS) changes.add(`it repeats ${MAX_REPEATS} times at most`);
  const every = Math.max((numberAt(repeat, 'waitInterval') ?? 0) * 60, MIN_REPEAT);
  const name = file.add('escalations', title, {
    filter: printFilterText({ filter: [{ k: `labels.${TEAM_LABEL}`, v: names, o: 'in' }] }),
    steps: steps.map((step) => ({ ...step, after: formatDuration(step.after) })),
    fallback,
    ...(times > 0 && { repeat: { times, every: formatDuration(every) } }),
  });
  const notes = [...different, ...changes];
  file.note(notes.length === 0 ? '✓' : '~', [`escalation ${title}: escalation ${name}`, ...notes].join('; '));
}

const membersOf = (teams: readonly Fields[], id: string): readonly string[] =>
  teams
    .filter((team) => textAt(team, 'id') === id)
    .flatMap((team) =>
      objectsAt(team, 'members').map((member) => textAt(objectAt(member, 'user'), 'id') ?? ''),
    );

const secondsOf = (delay: Fields): number =>
  (numberAt(delay, 'timeAmount') ?? 0) * (MINUTES[textAt(delay, 'timeUnit') ?? 'minutes'] ?? 1) * 60;

function addSilence(
  file: MovedFile,
  window: Fields,
  integrations: ReadonlyMap<string, string>,
  project: string | undefined,
): void {
  const title = textAt(window, 'description') ?? 'maintenance';
  const time = objectAt(window, 'time');
  const start = Date.parse(textAt(time, 'startDate') ?? '');
  const end = Date.parse(textAt(time, 'endDate') ?? '');
  if (Number.isNaN(start) || Number.isNaN(end))
    return file.note('✗', `maintenance ${title}: it needs startDate and endDate`);
  if (end <= Date.now()) return file.note('✓', `maintenance ${title}: it has ended`);
  const rules = objectsAt(window, 'rules').filter((rule) => textAt(rule, 'state') !== 'enabled');
  const names = rules.flatMap((rule) => integrations.get(textAt(objectAt(rule, 'entity'), 'id') ?? '') ?? []);
  if (names.length === 0) return file.note('✗', `maintenance ${title}: it turns off no integration`);
  const last = Math.min(end, start + YEAR_MS);
  const name = file.add('silences', title, {
    filter: printFilterText({
      filter: [
        ...(project === undefined ? [] : [{ k: 'project_id', v: project, o: 'eq' }]),
        { k: `labels.${INTEGRATION_LABEL}`, v: names, o: 'in' },
      ],
    }),
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(last).toISOString(),
    reason: title.slice(0, 1024),
  });
  const changes = [
    ...(last < end ? ['it ends after a year'] : []),
    ...(names.length < rules.length ? ['what it does to policies is left out'] : []),
  ];
  file.note(
    changes.length === 0 ? '✓' : '~',
    [`maintenance ${title}: silence ${name}`, ...changes].join('; '),
  );
}
