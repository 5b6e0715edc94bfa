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
import { HistoryReader } from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { PreviewEscalation, previewRuns, type EscalationPreview } from '../application/preview-escalation.js';
import { Escalation } from '../domain/escalation.js';
import type { PreviewedStep } from '../domain/preview-run.js';
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
    private readonly history: HistoryReader,
    private readonly clock: Clock,
  ) {}

  execute(query: PreviewEscalation): Promise<EscalationPreview> {
    return this.history.run(query.scope.domain_id, (budget) => this.preview(query, budget), query.signal);
  }

  private async preview(
    { scope: { domain_id }, days, draft }: PreviewEscalation,
    budget: PreviewBudget,
  ): Promise<EscalationPreview> {
    const { project_id = null, filter = [], filter_or = [] } = draft;
    const to = this.clock.now();
    const from = new Date(to.getTime() - days * DAY_MS);
    const policy = Escalation.create({ ...draft, name: '', domain_id, project_id, created_by: '' }, to);
    await checkFilter(this.queries, domain_id, project_id, { filter, filter_or });
    await requireReceivers(this.dataSource.manager, this.protocols, domain_id, policy);
    const schedules = policy.steps.flatMap(({ on_call }) => on_call ?? []);
    const members = await readMembers(this.pool, domain_id, schedules, { from, to });
    const tally = new MessageTally(policy, members);
    const past = { domain_id, from, to };
    const runs = await previewRuns(this.queries, budget, policy, past, (run) => tally.add(run));
    const counts = tally.countReceivers();
    const names = await readNames(this.pool, domain_id, [...counts.keys()]);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      alerts: runs.alerts.length,
      unanswered: runs.unanswered,
      steps: tally.steps,
      receivers: [...counts]
        .map(([subscription_id, messages]) => ({
          ...{ subscription_id, messages },
          name: names.get(subscription_id) ?? null,
        }))
        .toSorted((a, b) => b.messages - a.messages || (a.subscription_id < b.subscription_id ? -1 : 1)),
      nobody: tally.nobody,
      complete: runs.complete,
      first: runs.alerts.slice(0, MAX_LISTED),
    };
  }
}

/** Counts whom steps would have told. */
class MessageTally {
  nobody = 0;
  readonly steps: { readonly step: number; alerts: number; messages: number }[];
  /** All lists of a step and a watch are one: a storm would make millions. */
  private readonly lists: Map<readonly string[], readonly string[]>[];
  private readonly counts = new Map<readonly string[], number>();

  constructor(
    private readonly policy: Pick<Escalation, 'steps'>,
    private readonly members: Awaited<ReturnType<typeof readMembers>>,
  ) {
    this.steps = policy.steps.map((_, index) => ({ step: index + 1, alerts: 0, messages: 0 }));
    this.lists = policy.steps.map(() => new Map());
  }

  /** Adds the steps of an alert. */
  add(run: readonly PreviewedStep[]): void {
    for (const { step, at } of run) {
      const list = this.findReceivers(step, at);
      this.counts.set(list, (this.counts.get(list) ?? 0) + 1);
      if (list.length === 0) this.nobody += 1;
      const counted = this.steps[step - 1];
      if (counted !== undefined) counted.messages += list.length;
    }
    // Steps are told in their order, and repetitions begin with the first.
    for (const counted of this.steps.slice(0, run.length)) counted.alerts += 1;
  }

  /** Returns how many messages each subscription would have got. */
  countReceivers(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [list, count] of this.counts)
      for (const id of list) counts.set(id, (counts.get(id) ?? 0) + count);
    return counts;
  }

  private findReceivers(step: number, at: number): readonly string[] {
    const { subscriptions = [], on_call = null } = this.policy.steps[step - 1] ?? {};
    const onCall = (on_call === null ? undefined : this.members.get(on_call)?.(at)) ?? NOBODY;
    const known = this.lists[step - 1]?.get(onCall);
    const list = known ?? [...new Set([...subscriptions, ...onCall])];
    if (known === undefined) this.lists[step - 1]?.set(onCall, list);
    return list;
  }
}

/**
 * Returns for each schedule (id) what says who would be told at a time, in milliseconds: ids of subscriptions. The lists of one
 * watch are the same.
 */
async function readMembers(
  pool: Pool,
  domain_id: string,
  onCallIds: readonly string[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<string, (at: number) => readonly string[]>> {
  const members = new Map<string, (at: number) => readonly string[]>();
  for (const id of new Set(onCallIds)) {
    const schedule = await readSchedule(pool, domain_id, parseId('on_call', id));
    if (schedule === undefined) continue;
    const byName = new Map(schedule.members.map((member) => [member.name, member.subscription_id]));
    const watches = readRoster(schedule, from.getTime(), to.getTime() + 1).map((watch) => ({
      start: watch.start,
      ids: watch.members.flatMap((name) => byName.get(name) ?? []),
    }));
    members.set(id, (at) => findIds(watches, at));
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
