import { formatDuration } from '#shared/kernel/duration.js';
import { printFilterText } from '#shared/query/text/print-filter-text.js';
import type { MovedFile } from './moved-file.js';
import { addSchedules } from './pagerduty-schedules.js';
import { People, toSteps, type Level } from './people.js';
import { numberAt, objectAt, objectsAt, textAt, type Fields } from './source-file.js';

/** The lists of PagerDuty that are read, as its API returns them. */
export const PAGERDUTY_LISTS = [
  'services',
  'users',
  'schedules',
  'escalation_policies',
  'maintenance_windows',
] as const;
/** The label by which alerts belong to a service. */
const LABEL = 'pagerduty_service';
const YEAR_MS = 365 * 86_400_000;
const MAX_REPEATS = 10;

/** Reads what PagerDuty has into a file. */
export function importPagerDuty(account: Fields, file: MovedFile, project: string | undefined): void {
  const people = new People(
    file,
    objectsAt(account, 'users').map((user) => ({
      id: textAt(user, 'id') ?? '',
      name: titleOf(user),
      email: textAt(user, 'email'),
    })),
  );
  const services = objectsAt(account, 'services');
  addWebhooks(file, services, project);
  const schedules = addSchedules(file, objectsAt(account, 'schedules'), people);
  for (const policy of objectsAt(account, 'escalation_policies'))
    addEscalation(file, policy, { services, people, schedules });
  const policies = new Set(objectsAt(account, 'escalation_policies').map((each) => textAt(each, 'id')));
  for (const service of services)
    if (!policies.has(textAt(objectAt(service, 'escalation_policy'), 'id')))
      file.note('✗', `service ${titleOf(service)}: its escalation policy is not in what was read`);
  for (const window of objectsAt(account, 'maintenance_windows')) addSilence(file, window, project);
}

export const titleOf = (record: Fields): string =>
  textAt(record, 'name') ??
  textAt(record, 'summary') ??
  textAt(record, 'description') ??
  textAt(record, 'id') ??
  'unnamed';

function addWebhooks(file: MovedFile, services: readonly Fields[], project: string | undefined): void {
  for (const service of services) {
    const title = titleOf(service);
    if (project === undefined) {
      file.note(
        '✗',
        `service ${title}: a webhook needs --project; give its alerts the label ${LABEL} in any case`,
      );
      continue;
    }
    const isDisabled = textAt(service, 'status') === 'disabled';
    const name = file.add('webhooks', title, {
      plugin: 'auto',
      labels: { [LABEL]: title },
      ...(isDisabled && { enabled: false }),
    });
    file.note(
      '~',
      `service ${title}: webhook ${name}, to whose URL its senders must post; it labels alerts with ${LABEL}`,
    );
  }
}

const LOW = 'low urgency, which tells by other rules of people and does not go on to later steps';

/** Returns what is different here because a service has incidents of low urgency; `undefined`: it has none. */
function describeUrgency(service: Fields): string | undefined {
  const rule = objectAt(service, 'incident_urgency_rule');
  const type = textAt(rule, 'type') ?? 'constant';
  const title = titleOf(service);
  if (type === 'use_support_hours')
    return `the support hours of ${title} are not taken over: here all steps tell of its alerts at any time`;
  const urgency = type === 'constant' ? textAt(rule, 'urgency') : type;
  if (urgency === 'low') return `${title} has ${LOW}: here all steps tell of its alerts`;
  if (urgency !== 'severity_based') return undefined;
  return `warnings and infos of ${title} have ${LOW}: here all steps tell of them, unless the filter names severities`;
}

interface Parts {
  readonly services: readonly Fields[];
  readonly people: People;
  /** The names of schedules by id. */
  readonly schedules: ReadonlyMap<string, string>;
}

function addEscalation(file: MovedFile, policy: Fields, { services, people, schedules }: Parts): void {
  const title = titleOf(policy);
  const own = services.filter(
    (service) => textAt(objectAt(service, 'escalation_policy'), 'id') === textAt(policy, 'id'),
  );
  if (own.length === 0) return file.note('✗', `escalation policy ${title}: no service has it`);
  const changes: string[] = own.flatMap((service) => describeUrgency(service) ?? []);
  const rules = objectsAt(policy, 'escalation_rules');
  let after = 0;
  const levels = rules.flatMap((rule): Level[] => {
    const targets = objectsAt(rule, 'targets');
    const ids = (kind: string) =>
      targets
        .filter((target) => (textAt(target, 'type') ?? '').startsWith(kind))
        .map((target) => textAt(target, 'id') ?? '');
    const found = ids('user').map((id) => people.find(id)?.subscription);
    const onCall = ids('schedule').map((id) => schedules.get(id));
    if ([...found, ...onCall].includes(undefined) || found.length + onCall.length < targets.length)
      changes.push('targets that could not be taken over are left out');
    const level = {
      after,
      subscriptions: found.filter((each) => each !== undefined),
      schedules: onCall.filter((each) => each !== undefined),
    };
    after += delayOf(rule);
    return level.subscriptions.length + level.schedules.length === 0 ? [] : [level];
  });
  const fallback = people.fallback();
  if (levels.length === 0 || fallback === undefined)
    return file.note('✗', `escalation policy ${title}: it tells nobody who was taken over`);
  const { steps, changes: different } = toSteps(levels);
  const loops = Math.min(numberAt(policy, 'num_loops') ?? 0, MAX_REPEATS);
  if ((numberAt(policy, 'num_loops') ?? 0) > MAX_REPEATS)
    changes.push(`it repeats ${MAX_REPEATS} times at most`);
  const timeouts = new Set(own.map((service) => numberAt(service, 'acknowledgement_timeout') ?? 0));
  const [timeout = 0] = timeouts;
  if (timeouts.size > 1)
    changes.push('its services have different acknowledgement timeouts, none of which is taken over');
  const name = file.add('escalations', title, {
    filter: filterOf(own.map(titleOf)),
    steps: steps.map((step) => ({ ...step, after: formatDuration(step.after) })),
    fallback,
    ...(loops > 0 && { repeat: { times: loops, every: formatDuration(delayOf(rules.at(-1) ?? {})) } }),
    ...(timeouts.size === 1 && timeout > 0 && { acknowledged_for: timeout }),
  });
  const notes = [...different, ...new Set(changes)];
  file.note(
    notes.length === 0 ? '✓' : '~',
    [`escalation policy ${title}: escalation ${name}`, ...notes].join('; '),
  );
}

const delayOf = (rule: Fields): number => (numberAt(rule, 'escalation_delay_in_minutes') ?? 30) * 60;

const filterOf = (services: readonly string[], project?: string): string =>
  printFilterText({
    filter: [
      ...(project === undefined ? [] : [{ k: 'project_id', v: project, o: 'eq' }]),
      { k: `labels.${LABEL}`, v: services, o: 'in' },
    ],
  });

function addSilence(file: MovedFile, window: Fields, project: string | undefined): void {
  const title = textAt(window, 'description') ?? textAt(window, 'summary') ?? 'maintenance';
  const start = Date.parse(textAt(window, 'start_time') ?? '');
  const end = Date.parse(textAt(window, 'end_time') ?? '');
  const services = objectsAt(window, 'services').map(titleOf);
  if (Number.isNaN(start) || Number.isNaN(end) || services.length === 0)
    return file.note('✗', `maintenance window ${title}: it needs start_time, end_time and services`);
  if (end <= Date.now()) return file.note('✓', `maintenance window ${title}: it has ended`);
  const last = Math.min(end, start + YEAR_MS);
  const name = file.add('silences', title, {
    filter: filterOf(services, project),
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(last).toISOString(),
    reason: title.slice(0, 1024),
  });
  file.note(
    last < end ? '~' : '✓',
    `maintenance window ${title}: silence ${name}${last < end ? '; it ends after a year' : ''}`,
  );
}
