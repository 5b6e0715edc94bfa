import { formatDuration } from '#shared/kernel/duration.js';
import { ALERT_KINDS, SERVICE_KINDS } from '#shared/as-code/kinds/subscriptions.js';
import { areDisjoint, formatPiece, toField, type Piece } from './filters.js';
import type { MovedFile } from './moved-file.js';
import { shareOut, type Route, type Share } from './routing.js';
import { IntervalError, listOtherWindows, listWindows, type WeeklyWindow } from './time-intervals.js';

/** What a route does with its alerts. Times are seconds. */
export interface Target {
  readonly receiver: string;
  readonly groupBy: readonly string[];
  readonly groupWait: number;
  readonly groupInterval: number;
  readonly repeatInterval: number;
  readonly mute: readonly string[];
  readonly active: readonly string[];
  /** What cannot be taken over of the route. */
  readonly changes: readonly string[];
}

/** One way of a receiver to tell people. */
export type Integration = Way | { readonly type: string; readonly reason: string };

/** One that has a protocol here. */
export interface Way {
  readonly type: string;
  readonly protocol: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly sendsResolved: boolean;
  /** What is different here. */
  readonly changes: readonly string[];
}

export interface Routing {
  readonly root: Route<Target>;
  readonly receivers: ReadonlyMap<string, readonly Integration[]>;
  /** Lists of intervals by name. */
  readonly intervals: ReadonlyMap<string, readonly unknown[]>;
  readonly project: string | undefined;
}

/** These keep a problem open, so that reminding of it says nothing new. */
const KEEPS_OPEN: ReadonlySet<string> = new Set(['pagerduty', 'opsgenie']);
const MAX_FIELDS = 10;
const DAY_MS = 86_400_000;

/** Adds a subscription for each route and way of telling, and silences for the times at which routes are muted. */
export function addRouting(file: MovedFile, { root, receivers, intervals, project }: Routing): void {
  const shares = shareOut(root);
  const isTold = ({ target }: Share<Target>) =>
    (receivers.get(target.receiver) ?? []).some((each) => 'protocol' in each);
  const told = shares.filter(isTold);
  let hasNotices = false;
  for (const share of shares) {
    const { target, path, pieces, problem } = share;
    const integrations = receivers.get(target.receiver) ?? [];
    if (problem !== undefined) file.note('✗', `${path}: ${problem}`);
    else if (integrations.length === 0)
      file.note(
        '✓',
        `${path}: the receiver ${target.receiver} tells nobody, and no subscription takes these alerts`,
      );
    else if (pieces.length === 0) file.note('✓', `${path}: no alert comes here, so it needs no subscription`);
    else {
      for (const integration of integrations) {
        const name = integrations.length === 1 ? target.receiver : `${target.receiver} ${integration.type}`;
        const hasAll: boolean = !hasNotices && share === shares[0] && 'protocol' in integration;
        addSubscriptions(file, { share, integration, name, hasNotices: hasAll });
        hasNotices ||= hasAll;
      }
      if (isTold(share))
        mute(file, share, { others: told.filter((each) => each !== share), intervals, project });
    }
  }
  if (told.length > 0 && !hasNotices)
    file.note(
      '~',
      'notices of the service (a quota that ends, a receiver that fails) go to nobody: the root route told nobody; leave out kinds of one subscription',
    );
}

interface Draft {
  readonly share: Share<Target>;
  readonly integration: Integration;
  readonly name: string;
  /** Whether it is told of the service too. */
  readonly hasNotices: boolean;
}

function addSubscriptions(file: MovedFile, { share, integration, name, hasNotices }: Draft): void {
  const { target, path, pieces } = share;
  if ('reason' in integration) {
    file.note('✗', `${path}: ${integration.type} of the receiver ${target.receiver}: ${integration.reason}`);
    return;
  }
  const { protocol, options, sendsResolved } = integration;
  const group = toGroup(target);
  const remind = KEEPS_OPEN.has(protocol) ? undefined : limit(target.repeatInterval, 300, 604_800);
  // What the service tells of itself is told once. Without kinds, a subscription is told of everything.
  const kindsOf = (at: number) => {
    if (hasNotices && sendsResolved && at === 0) return {};
    const kinds = [...ALERT_KINDS, ...(hasNotices && at === 0 ? SERVICE_KINDS : [])];
    return { kinds: kinds.filter((kind) => sendsResolved || kind !== 'alert.resolved') };
  };
  const names = pieces.map((piece, at) =>
    file.add('subscriptions', name, {
      protocol,
      options,
      ...filterOf(piece),
      ...kindsOf(at),
      ...(group.value && { group: group.value }),
      ...(remind && { remind: { every: formatDuration(remind.value), until: 'RESOLVED' } }),
    }),
  );
  const changes = [
    ...(pieces.length > 1
      ? [
          `${pieces.length} subscriptions, because a filter has one group of alternatives; each groups for itself`,
        ]
      : []),
    ...group.changes,
    ...(remind?.isChanged ? [`repeat_interval becomes ${formatDuration(remind.value)}`] : []),
    ...target.changes,
    ...integration.changes,
  ];
  const subscriptions = names.length === 1 ? `subscription ${names[0]}` : `subscriptions ${names.join(', ')}`;
  const text = `${path}: ${subscriptions} (${protocol})`;
  file.note(changes.length === 0 ? '✓' : '~', [text, ...changes].join('; '));
}

export function filterOf(piece: Piece): { readonly filter?: string } {
  const filter = formatPiece(piece);
  return filter === '' ? {} : { filter };
}

function limit(seconds: number, min: number, max: number) {
  const value = Math.min(Math.max(seconds, min), max);
  return { value, isChanged: value !== seconds };
}

function toGroup({ groupBy, groupWait, groupInterval }: Target) {
  if (groupBy.includes('...')) return { value: undefined, changes: [] };
  const wait = limit(groupWait, 0, 3600);
  const interval = limit(groupInterval, 60, DAY_MS / 1000);
  const kept = groupBy.slice(0, MAX_FIELDS);
  return {
    value: {
      // Without labels all alerts are one group.
      by: kept.length === 0 ? ['project_id'] : kept.map(toField),
      wait: formatDuration(wait.value),
      interval: formatDuration(interval.value),
    },
    changes: [
      ...(kept.length < groupBy.length ? [`grouped by the first ${MAX_FIELDS} labels`] : []),
      ...(wait.isChanged ? [`group_wait becomes ${formatDuration(wait.value)}`] : []),
      ...(interval.isChanged ? [`group_interval becomes ${formatDuration(interval.value)}`] : []),
    ],
  };
}

interface Muting extends Pick<Routing, 'intervals' | 'project'> {
  /** The other routes that tell somebody. */
  readonly others: readonly Share<Target>[];
}

/** Adds silences for the times at which a route tells nobody. A silence is for all subscriptions, so nobody else may get its alerts. */
function mute(file: MovedFile, share: Share<Target>, { others, intervals, project }: Muting): void {
  const { target, path, pieces } = share;
  const wanted = [
    ...target.mute.map((name) => ({
      name,
      what: 'mute',
      list: () => listWindows(intervals.get(name) ?? []),
    })),
    ...(target.active.length === 0
      ? []
      : [
          {
            name: target.active.join(', '),
            what: 'active',
            list: () => listOtherWindows(target.active.flatMap((name) => intervals.get(name) ?? [])),
          },
        ]),
  ];
  const shared = others.find((other) =>
    other.pieces.some((piece) => pieces.some((own) => !areDisjoint(piece, own))),
  );
  for (const { name, what, list } of wanted) {
    const text = `${path}: the ${what} times ${name}`;
    if (shared !== undefined) {
      file.note(
        '✗',
        `${text}: a silence is for all subscriptions, and ${shared.path} can take the same alerts`,
      );
      continue;
    }
    try {
      const windows = list();
      for (const weekly of windows)
        for (const piece of pieces)
          addSilence(file, `${name} of ${target.receiver}`, { weekly, piece, project });
      file.note(
        '~',
        `${text}: ${windows.length * pieces.length} silences, which hold back these alerts for everybody in the ${project === undefined ? 'domain' : 'project'}, and end in a year; renew them by then`,
      );
    } catch (error) {
      if (!(error instanceof IntervalError)) throw error;
      file.note('✗', `${text}: ${error.message}`);
    }
  }
}

interface SilenceDraft {
  readonly weekly: WeeklyWindow;
  readonly piece: Piece;
  readonly project: string | undefined;
}

function addSilence(file: MovedFile, name: string, { weekly, piece, project }: SilenceDraft): void {
  // Silences belong to the domain.
  const ofProject = project === undefined ? [] : [{ k: 'project_id', v: project, o: 'eq' }];
  const filter = formatPiece(piece, ofProject);
  const lastDay = new Date(Date.now() + 364 * DAY_MS).toISOString().slice(0, 10);
  file.add('silences', name, {
    filter: filter === '' ? [] : filter,
    ends_at: `${lastDay}T00:00:00Z`,
    reason: `muted at these times: ${name}`.slice(0, 1024),
    weekly,
  });
}
