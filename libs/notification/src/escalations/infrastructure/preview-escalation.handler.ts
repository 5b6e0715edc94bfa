import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { Clock } from '#shared/kernel/clock.js';
import { formatId, parseId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { readRoster, readSchedule } from '../../on-call/tables/schedules.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { checkFilter } from '../../subscriptions/application/validate-fields.js';
import {
  countUnanswered,
  PreviewEscalation,
  previewRuns,
  type EscalationPreview,
} from '../application/preview-escalation.js';
import { Escalation } from '../domain/escalation.js';
import { requireReceivers } from '../tables/require-receivers.js';

const DAY_MS = 86_400_000;
/** The maximum number of alerts that are listed. */
const MAX_LISTED = 50;
const NOBODY: readonly string[] = [];

@QueryHandler(PreviewEscalation)
export class PreviewEscalationHandler implements IQueryHandler<PreviewEscalation> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly dataSource: DataSource,
    private readonly pool: QueryPool,
    private readonly protocols: ProtocolRegistry,
    private readonly clock: Clock,
  ) {}

  async execute({ scope: { domain_id }, days, draft }: PreviewEscalation): Promise<EscalationPreview> {
    const { project_id = null, filter = [], filter_or = [] } = draft;
    const to = this.clock.now();
    const from = new Date(to.getTime() - days * DAY_MS);
    const policy = Escalation.create({ ...draft, name: '', domain_id, project_id, created_by: '' }, to);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    await requireReceivers(this.dataSource.manager, this.protocols, domain_id, policy);
    const { alerts, runs, complete } = await previewRuns(this.queries, domain_id, policy, { from, to });
    const told = runs.flat();
    const receivers = await this.findReceivers(domain_id, policy, told);
    const counts = countEach(receivers);
    const names = await readNames(this.pool, domain_id, [...counts.keys()]);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      alerts: alerts.length,
      unanswered: countUnanswered(policy, runs),
      steps: policy.steps.map((_, index) => ({
        step: index + 1,
        alerts: runs.filter((run) => run.some(({ step }) => step === index + 1)).length,
        messages: told.reduce(
          (sum, { step }, at) => sum + (step === index + 1 ? (receivers[at]?.length ?? 0) : 0),
          0,
        ),
      })),
      receivers: [...counts]
        .map(([subscription_id, messages]) => ({
          ...{ subscription_id, messages },
          name: names.get(subscription_id) ?? null,
        }))
        .toSorted((a, b) => b.messages - a.messages || (a.subscription_id < b.subscription_id ? -1 : 1)),
      nobody: receivers.filter((ids) => ids.length === 0).length,
      complete,
      first: alerts.slice(0, MAX_LISTED).map(({ alert_id, title, severity, opened_at }, at) => ({
        ...{ alert_id, title, severity, opened_at },
        steps: runs[at]?.length ?? 0,
      })),
    };
  }

  /** Returns whom each of these steps would have told. */
  private async findReceivers(
    domain_id: string,
    { steps }: Escalation,
    told: readonly { readonly step: number; readonly at: number }[],
  ): Promise<readonly (readonly string[])[]> {
    const schedules = steps.flatMap(({ on_call }) => on_call ?? []);
    const times = told.map(({ at }) => at);
    const members = await readMembers(this.pool, domain_id, schedules, times);
    // All lists of a step and a watch are one: a storm would make millions.
    const lists = steps.map(() => new Map<readonly string[], readonly string[]>());
    return told.map(({ step }, place) => {
      const { subscriptions = [], on_call = null } = steps[step - 1] ?? {};
      const onCall = (on_call === null ? undefined : members.get(on_call)?.[place]) ?? NOBODY;
      const known = lists[step - 1]?.get(onCall);
      const list = known ?? [...new Set([...subscriptions, ...onCall])];
      if (known === undefined) lists[step - 1]?.set(onCall, list);
      return list;
    });
  }
}

/**
 * Returns who would be told by each schedule (id) at each of these times, in milliseconds, in their order: ids of subscriptions.
 * The lists of one watch are the same.
 */
async function readMembers(
  pool: Pool,
  domain_id: string,
  onCallIds: readonly string[],
  times: readonly number[],
): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> {
  const members = new Map<string, readonly (readonly string[])[]>();
  if (times.length === 0) return members;
  const from = times.reduce((a, b) => Math.min(a, b));
  const to = times.reduce((a, b) => Math.max(a, b)) + 1;
  for (const id of new Set(onCallIds)) {
    const schedule = await readSchedule(pool, domain_id, parseId('on_call', id));
    if (schedule === undefined) continue;
    const byName = new Map(schedule.members.map((member) => [member.name, member.subscription_id]));
    const watches = readRoster(schedule, from, to).map(({ start, members: names }) => ({
      start,
      ids: names.flatMap((name) => byName.get(name) ?? []),
    }));
    members.set(
      id,
      times.map((time) => findIds(watches, time)),
    );
  }
  return members;
}

/** Watches follow each other without a gap. There may be a million times. */
function findIds(
  watches: readonly { readonly start: number; readonly ids: readonly string[] }[],
  time: number,
): readonly string[] {
  let [low, high] = [0, watches.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((watches[middle]?.start ?? Infinity) <= time) low = middle;
    else high = middle - 1;
  }
  return watches[low]?.ids ?? NOBODY;
}

/** Returns the names of subscriptions by their ids. Those that do not exist are left out. */
async function readNames(
  pool: Pool,
  domain_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ subscription_id: string; name: string }>({
    name: 'names of subscriptions',
    text: `
      select subscription_id, name from subscription
      where domain_id = $1 and subscription_id = any($2::uuid[]) and deleted_at is null`,
    values: [domain_id, ids.map((id) => parseId('subscription', id))],
  });
  return new Map(rows.map(({ subscription_id, name }) => [formatId('subscription', subscription_id), name]));
}

/** Returns how often each id is in the lists. */
function countEach(lists: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const times = new Map<readonly string[], number>();
  for (const list of lists) times.set(list, (times.get(list) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [list, count] of times) for (const id of list) counts.set(id, (counts.get(id) ?? 0) + count);
  return counts;
}
