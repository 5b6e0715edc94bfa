import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PastChange, TellableRequest } from '#monitoring/contracts/alert-history.js';
import { AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { Clock } from '#shared/kernel/clock.js';
import { formatId } from '#shared/kernel/ids.js';
import { HistoryReader } from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { QuotaLimits } from '../../quotas/application/ports/quota-limits.js';
import { previewQuota } from '../../quotas/domain/preview-quota.js';
import { validateLimit, type QuotaLimit } from '../../quotas/domain/quota-limit.js';
import {
  PreviewPlan,
  type PlanDraft,
  type PlanPreview,
  type QuotaEffect,
  type SubscriptionEffect,
  type UnitUse,
} from '../application/preview-plan.js';
import { inPlace } from '../application/in-place.js';
import { DayTally, PlanTally } from '../domain/plan-tally.js';
import { TellingSimulation, type OnSent, type Sent } from '../domain/simulate-telling.js';
import type { World } from '../domain/world.js';
import { buildWorlds, type ComparedSubscription } from './build-worlds.js';
import { checkDraft } from './check-draft.js';
import { compareEscalations } from './compare-escalations.js';
import { compareInhibitions } from './compare-inhibitions.js';
import { PlanRecords } from './plan-records.js';

const DAY_MS = 86_400_000;
const MONTH_DAYS = 30;

@QueryHandler(PreviewPlan)
export class PreviewPlanHandler implements IQueryHandler<PreviewPlan> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly protocols: ProtocolRegistry,
    private readonly history: HistoryReader,
    private readonly limits: QuotaLimits,
    private readonly clock: Clock,
    private readonly records: PlanRecords,
  ) {}

  execute(query: PreviewPlan): Promise<PlanPreview> {
    return this.history.run(query.scope.domain_id, (budget) => this.preview(query, budget), query.signal);
  }

  private async preview({ scope, days, draft }: PreviewPlan, budget: PreviewBudget): Promise<PlanPreview> {
    const { domain_id } = scope;
    const to = this.clock.now();
    const time = { from: new Date(to.getTime() - days * DAY_MS), to };
    const past = { domain_id, ...time };
    await checkDraft(this.queries, budget, domain_id, draft);
    const limits = readLimits(draft);
    const present = await this.records.read(scope, draft, time, budget);
    const { subscriptions, worlds, queries } = await buildWorlds(
      present,
      draft,
      this.protocols,
      time,
      budget,
    );
    const inhibitions = await compareInhibitions(this.queries, budget, past, present, draft);
    const escalations = await compareEscalations(this.queries, budget, past, present, draft);
    const held = [inhibitions.before, inhibitions.after];
    const counted = await this.simulate(
      budget,
      { ...past, queries, signal: budget.signal },
      worlds.map((world, at) => ({ ...world, held: held[at % 2] ?? new Map() })),
      subscriptions,
    );
    return {
      from: time.from.toISOString(),
      to: to.toISOString(),
      changes: counted.changes,
      complete: inhibitions.complete && escalations.complete,
      subscriptions: counted.effects,
      inhibitions: inhibitions.held,
      escalations: escalations.effects,
      quotas: await this.compareQuotas(domain_id, limits, counted.units, { days, to }),
    };
  }

  /** Goes through all changes of the time once, for all worlds together. */
  private async simulate(
    budget: PreviewBudget,
    request: TellableRequest,
    worlds: readonly World[],
    subscriptions: readonly ComparedSubscription[],
  ) {
    const tallies = subscriptions.map(() => new PlanTally());
    const units = new Map<string, readonly [DayTally, DayTally]>();
    // What ends once and for all says nothing of the units of a month.
    const lasting = worlds.length - 2;
    const onSent: OnSent = (index, sent) => {
      tallies[index]?.add(sent[0] ?? [], sent[1] ?? []);
      const { protocol_id = '', units: each } = subscriptions[index] ?? {};
      const used = units.get(protocol_id) ?? ([new DayTally(), new DayTally()] as const);
      used[0].add(sent[lasting] ?? [], each?.before ?? 1);
      used[1].add(sent[lasting + 1] ?? [], each?.after ?? 1);
      units.set(protocol_id, used);
    };
    const simulation = new TellingSimulation(worlds, request.from.getTime(), onSent, () => budget.pause());
    let changes = 0;
    for await (const page of this.history.read(budget, request))
      for (const change of page) {
        await simulation.add(change);
        changes += 1;
      }
    await simulation.end(request.to.getTime());
    const effects = subscriptions.flatMap((subscription, index) => {
      const tally = tallies[index];
      if (tally === undefined || !(subscription.isGiven || tally.hasDifference)) return [];
      return [toEffect(subscription, tally)];
    });
    return { changes, effects, units };
  }

  private async compareQuotas(
    domain_id: string,
    limits: ReadonlyMap<string, QuotaLimit>,
    units: ReadonlyMap<string, readonly [DayTally, DayTally]>,
    { days, to }: { readonly days: number; readonly to: Date },
  ): Promise<readonly QuotaEffect[]> {
    const protocols = [...new Set([...limits.keys(), ...units.keys()])].toSorted();
    const effects: QuotaEffect[] = [];
    for (const protocol_id of protocols) {
      const present = await this.limits.findLimit(domain_id, protocol_id);
      const [before, after] = units.get(protocol_id) ?? [new DayTally(), new DayTally()];
      const use = (limit: QuotaLimit, { total, days: byDay }: DayTally): UnitUse => {
        const { refused, shortage } = previewQuota(limit, byDay, to);
        return {
          ...{ limit, units: total, refused },
          exceeded: shortage?.window ?? null,
          exceeded_on: shortage?.day ?? null,
          per_day: Math.ceil(total / days),
          per_month: Math.ceil((total / days) * MONTH_DAYS),
        };
      };
      effects.push({
        protocol_id,
        before: use(present, before),
        after: use(limits.get(protocol_id) ?? present, after),
      });
    }
    return effects;
  }
}

/** Returns the limits of a plan by protocol. @throws ERROR_INVALID_PARAMETER */
const readLimits = ({ quotas = [] }: PlanDraft): ReadonlyMap<string, QuotaLimit> =>
  new Map(
    quotas.map(({ protocol_id, limit }, index) => [
      protocol_id,
      inPlace(`quotas[${index}]`, () => validateLimit(limit)),
    ]),
  );

function toEffect(
  { isGiven: _, units: __, ...subscription }: ComparedSubscription,
  { before, after, more, fewer, firstMore, firstFewer }: PlanTally,
): SubscriptionEffect {
  return {
    ...subscription,
    ...{ before, after, more, fewer },
    first_more: firstMore.list().map(show),
    first_fewer: firstFewer.list().map(show),
  };
}

const show = ({ at, alert_id, ...sent }: Sent): PastChange => ({
  ...sent,
  alert_id: formatId('alert', alert_id),
  changed_at: new Date(at).toISOString(),
});
