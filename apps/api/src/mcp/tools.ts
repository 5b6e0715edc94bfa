import type { Type as Class } from '@nestjs/common';
import type { QueryBus } from '@nestjs/cqrs';
import { GetAlertTimeline, ListAlerts } from '#monitoring';
import { GetAlertTelling, PreviewTelling } from '#notification';
import { truncateCharacters } from '#shared/kernel/clean-text.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { Permission } from '../http/auth/permissions.js';
import { validateMessage } from '../http/body/message.decorator.js';
import { AlertQuery } from '../monitoring/alert.dto.js';
import { MAX_ENTRIES, mergeTimelines } from '../monitoring/alert-timeline.js';
import {
  DEFAULT_PLAN_DAYS,
  DEFAULT_RESULTS,
  GetAlertArguments,
  PlanArguments,
  SearchAlertsArguments,
  WhoWouldBeToldArguments,
} from './mcp.dto.js';
import type { PlanPool } from './plan-pool.js';
import { planFiles } from './plan-files.js';

interface Call<Arguments> {
  readonly given: Arguments;
  readonly scope: Scope;
  readonly queries: QueryBus;
  readonly plans: PlanPool;
  readonly signal: AbortSignal;
}

/** A question that a model can ask. It is answered by the queries that answer the API. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What the key of the caller must allow. */
  readonly permissions: readonly Permission[];
  readonly request: Class<{ readonly domain_id?: string }>;
  run(call: Call<object>): Promise<object>;
}

function defineTool<Arguments extends { readonly domain_id?: string }>(
  tool: Omit<Tool, 'request' | 'run'> & {
    readonly request: Class<Arguments>;
    run(call: Call<Arguments>): Promise<object>;
  },
): Tool {
  return { ...tool, run: (call) => tool.run(call as Call<Arguments>) };
}

/** What a list of alerts shows of each. `get_alert` shows the rest. */
const LISTED_FIELDS = [
  ...[
    'alert_id',
    'title',
    'severity',
    'state',
    'rule',
    'resource',
    'labels',
    'source',
    'project_id',
    'webhook_id',
  ],
  ...[
    'opened_at',
    'resolved_at',
    'last_received_at',
    'event_count',
    'acknowledged',
    'acknowledged_by',
    'assignee',
  ],
];

/** Characters of an entry of a timeline. All entries have room in a result: the newest come last, and must not be cut off. */
const MAX_ENTRY = 500;

export const TOOLS: readonly Tool[] = [
  defineTool({
    name: 'search_alerts',
    title: 'Search alerts',
    description:
      'Finds alerts, the most recently opened first. An alert is one problem from its first alarm to its recovery. ' +
      'Without arguments it returns the newest alerts, open or resolved.',
    permissions: ['alert:read'],
    request: SearchAlertsArguments,
    async run({ given: { filter, keyword, limit = DEFAULT_RESULTS, cursor }, scope, queries, signal }) {
      const page = { limit, ...(cursor !== undefined && { cursor }) };
      const conditions = {
        ...(filter !== undefined && { filter }),
        ...(keyword !== undefined && { keyword }),
      };
      const { query } = validateMessage(AlertQuery, { query: { ...conditions, page, only: LISTED_FIELDS } });
      const found = await queries.execute(new ListAlerts(scope, {}, query, signal));
      return JSON.parse(found.text) as object;
    },
  }),
  defineTool({
    name: 'get_alert',
    title: 'Get an alert with its timeline',
    description:
      'Returns an alert and what happened to it, the oldest first: events, changes of state and severity, ' +
      'acknowledgements, notes, silences, and who was told and whether that arrived.',
    permissions: ['alert:read'],
    request: GetAlertArguments,
    async run({ given: { alert_id, limit = DEFAULT_RESULTS }, scope, queries, signal }) {
      const happened = await queries.execute(new GetAlertTimeline(scope, alert_id, MAX_ENTRIES, signal));
      const told = await queries.execute(new GetAlertTelling(scope, alert_id, MAX_ENTRIES, signal));
      const { results, total_count } = mergeTimelines(happened, told);
      const timeline = results
        .slice(-limit)
        .map(({ at, kind, text }) => ({ at, kind, text: truncateCharacters(text, MAX_ENTRY) }));
      return { alert: happened.alert, timeline, left_out_count: total_count - timeline.length };
    },
  }),
  defineTool({
    name: 'who_would_be_told',
    title: 'Who would be told of an alert',
    description:
      'Returns who would be told if an alert opened now, a stored one or one that you describe: subscriptions whose filter finds it, the steps ' +
      'of escalations with those who are on call now, and why each other subscription would not be told. If silenced_by or inhibited_by is ' +
      'not null, the alert would be held back: before the time in its `until`, nobody would be told, by subscriptions or by escalations. Nothing is sent.',
    permissions: ['alert:read', 'subscription:read', 'silence:read', 'escalation:read', 'on-call:read'],
    request: WhoWouldBeToldArguments,
    run({ given: { domain_id: _, alert_id, severity, ...draft }, scope, queries, signal }) {
      const described = Object.entries({ severity, ...draft }).filter(([, value]) => value !== undefined);
      if (alert_id === undefined) {
        if (severity === undefined) throw DomainError.required('alert_id or severity');
        return queries.execute(new PreviewTelling(scope, { severity, ...draft }, signal));
      }
      const [other] = described.map(([name]) => name);
      if (other !== undefined)
        throw DomainError.invalid(other, 'describes another alert; leave it or alert_id out');
      return queries.execute(new PreviewTelling(scope, alert_id, signal));
    },
  }),
  defineTool({
    name: 'plan',
    title: 'What configuration files would change',
    description:
      'Compares configuration files (tocsin.yaml) with the records of the domain: returns which would be added and changed, field by ' +
      'field, and what that would have meant for the alerts of the last days: notifications more and fewer with examples, alerts held ' +
      'back and escalated, and units of quotas. Nothing is changed.',
    permissions: [
      ...([
        'subscription:preview',
        'subscription:read',
        'webhook:read',
        'heartbeat:read',
        'quota:read',
      ] as const),
      ...(['silence:read', 'inhibition:read', 'escalation:read', 'on-call:read'] as const),
    ],
    request: PlanArguments,
    run({ given: { files, days = DEFAULT_PLAN_DAYS }, ...call }) {
      if (files.length === 0) throw DomainError.invalid('files', 'must have at least one file');
      const texts = files.map(({ name, content }) => ({ name, text: content }));
      return planFiles({ ...call, files: texts, days });
    },
  }),
];
