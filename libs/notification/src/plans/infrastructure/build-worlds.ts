import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId } from '#shared/kernel/ids.js';
import { requireMoment } from '#shared/query/instant.js';
import { checkOptionNames, findOptionErrors } from '#senders/plugin-api/check-options.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Protocol } from '../../protocols/protocol.js';
import type { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { createSilenceLookup, type SilencePeriod } from '../../silences/domain/silence.js';
import { validateWeekly } from '../../silences/domain/weekly-window.js';
import { validateKinds } from '../../subscriptions/application/validate-fields.js';
import { buildAlertQuery, type AlertFilter } from '../../subscriptions/domain/subscription.js';
import type { SubscriptionTrigger } from '../../subscriptions/domain/subscription-record.js';
import type { DraftSilence, DraftSubscription, PlanDraft } from '../application/preview-plan.js';
import { inPlace } from '../application/in-place.js';
import type { PlannedSilence, PlannedSubscription, World } from '../domain/world.js';
import type { PresentRecords } from './read-records.js';

/** A subscription as it is and as it would be. */
export interface ComparedSubscription {
  /** `null`: it is new. */
  readonly subscription_id: string | null;
  readonly name: string;
  readonly project_id: string | null;
  readonly protocol_id: string;
  readonly trigger: SubscriptionTrigger;
  readonly isGiven: boolean;
  /** The units that each notification takes. */
  readonly units: { readonly before: number; readonly after: number };
}

export interface PlannedWorlds {
  readonly subscriptions: readonly ComparedSubscription[];
  /** Before and after the plan. If it has silences that end once and for all, then also both without these. */
  readonly worlds: readonly Omit<World, 'held'>[];
  readonly queries: readonly (object | undefined)[];
}

interface PastTime {
  readonly from: Date;
  readonly to: Date;
}

/** Numbers queries, equal ones only once. */
class QueryList {
  readonly queries: (object | undefined)[] = [];
  private readonly numbers = new Map<string, number>();

  add(query: object | undefined): number {
    const text = JSON.stringify(query ?? null);
    const number = this.numbers.get(text) ?? this.queries.push(query) - 1;
    this.numbers.set(text, number);
    return number;
  }
}

/** Returns the records of a domain as they are, and as they would be. @throws ERROR_INVALID_PARAMETER naming the place */
export async function buildWorlds(
  present: PresentRecords,
  draft: PlanDraft,
  protocols: ProtocolRegistry,
  time: PastTime,
  budget: PreviewBudget,
): Promise<PlannedWorlds> {
  const list = new QueryList();
  const subscriptions = await compareSubscriptions(
    present,
    draft.subscriptions ?? [],
    protocols,
    list,
    budget,
  );
  const silences = await compareSilences(present, draft.silences ?? [], time, list, budget);
  const toWorlds = (planned: readonly ComparedSilence[]) =>
    (['before', 'after'] as const).map((side) => ({
      subscriptions: subscriptions.map((each) => each[side]),
      silences: planned.flatMap((each) => each[side] ?? []),
    }));
  const lasting = silences.filter(({ isOnce }) => !isOnce);
  return {
    subscriptions: subscriptions.map(({ before: _, after: __, ...compared }) => compared),
    worlds: [...toWorlds(silences), ...(lasting.length < silences.length ? toWorlds(lasting) : [])],
    queries: list.queries,
  };
}

interface Sides<Record> {
  readonly before: Record | undefined;
  readonly after: Record | undefined;
}

async function compareSubscriptions(
  present: PresentRecords,
  drafts: readonly DraftSubscription[],
  protocols: ProtocolRegistry,
  list: QueryList,
  budget: PreviewBudget,
): Promise<readonly (ComparedSubscription & Sides<PlannedSubscription>)[]> {
  const toPlanned = (
    { project_id, kinds, ...filter }: AlertFilter & { project_id: string | null; kinds: readonly string[] },
    protocol_id: string,
    options: object,
  ): PlannedSubscription => ({
    kinds,
    tracksAlerts: protocols.tracksAlerts(protocol_id, options as PluginOptions),
    query: list.add(buildAlertQuery({ filter: filter.filter, filter_or: filter.filter_or }, project_id)),
  });
  const planned = await mapInTurns(drafts, budget, (given, index) =>
    inPlace(`subscriptions[${index}]`, () => {
      const { protocol_id, project_id = null, filter = [], filter_or = [], options = {} } = given;
      const protocol = protocols.require(protocol_id);
      const kinds = validateKinds(given.kinds, protocol);
      const { optionsSchema } = protocol;
      if (given.options !== undefined)
        checkOptionNames({ plugin_id: protocol_id, optionsSchema }, options as PluginOptions, 'options');
      const { trigger = 'CHANGE', enabled = true } = given;
      const isTold = enabled && trigger === 'CHANGE';
      const after = isTold
        ? toPlanned({ project_id, kinds, filter, filter_or }, protocol_id, options)
        : undefined;
      const units = countUnits(protocol, options as PluginOptions);
      return { given, compared: { name: given.name, project_id, protocol_id, trigger }, after, units };
    }),
  );
  const byId = new Map(planned.map((each) => [each.given.subscription_id, each]));
  const stored = await mapInTurns(present.subscriptions, budget, (row) => {
    const subscription_id = formatId('subscription', row.subscription_id);
    const { name, project_id, protocol_id, trigger, options } = row;
    const isTold = row.state === 'ENABLED' && trigger === 'CHANGE';
    const before = isTold ? toPlanned(row, protocol_id, options) : undefined;
    const given = byId.get(subscription_id);
    const unitsBefore = protocols.countUnits(protocol_id, options);
    const isSame = given === undefined || given.compared.protocol_id === protocol_id;
    const units = { before: unitsBefore, after: given?.units ?? (isSame ? unitsBefore : 1) };
    return given === undefined
      ? {
          ...{ subscription_id, name, project_id, protocol_id, trigger, before },
          ...{ after: before, isGiven: false, units },
        }
      : { subscription_id, ...given.compared, before, after: given.after, isGiven: true, units };
  });
  const added = planned
    .filter(({ given }) => given.subscription_id === undefined)
    .map(({ compared, after, units = 1 }) => ({
      ...{ subscription_id: null, ...compared, before: undefined, after, isGiven: true },
      units: { before: units, after: units },
    }));
  return [...stored, ...added];
}

/** Returns the units of each notification; `undefined` if the options do not say, because their values are masked. */
function countUnits(protocol: Protocol, options: PluginOptions): number | undefined {
  if (protocol.countUnits === undefined) return 1;
  const { protocol_id: plugin_id, optionsSchema } = protocol;
  const isKnown = findOptionErrors({ plugin_id, optionsSchema }, options).length === 0;
  return isKnown ? protocol.countUnits(options, null) : undefined;
}

interface ComparedSilence extends Sides<PlannedSilence> {
  /** Whether the plan has it, and it will end once and for all. */
  readonly isOnce: boolean;
}

/**
 * A silence of the plan that has not ended counts as if it had applied all the time, or in its weekly windows: it lies in the future, and
 * the alerts in the past. All others count for the time in which they applied.
 */
async function compareSilences(
  present: PresentRecords,
  drafts: readonly DraftSilence[],
  time: PastTime,
  list: QueryList,
  budget: PreviewBudget,
): Promise<readonly ComparedSilence[]> {
  const toPlanned = (silence: SilencePeriod & AlertFilter, isGiven: boolean): PlannedSilence => {
    const isAlways = isGiven && silence.ends_at > time.to;
    const period = isAlways ? { ...silence, starts_at: time.from, ends_at: FOREVER } : silence;
    const find = createSilenceLookup(period, time.from, time.to);
    return {
      query: list.add(buildAlertQuery({ filter: silence.filter, filter_or: silence.filter_or }, null)),
      findEnd: (at) => find(new Date(at))?.getTime(),
    };
  };
  const byId = new Map(present.silences.map((each) => [formatId('silence', each.silence_id), each]));
  const planned = await mapInTurns(drafts, budget, (given, index) =>
    inPlace(`silences[${index}]`, (): ComparedSilence => {
      const stored = byId.get(given.silence_id ?? '');
      const after = resolveSilence(given, stored, time.to);
      return {
        before: stored && toPlanned(stored, true),
        after: toPlanned(after, true),
        isOnce: after.weekly === null && after.ends_at > time.to,
      };
    }),
  );
  const changed = new Set(drafts.map(({ silence_id }) => silence_id));
  const unchanged = [...byId].filter(([id]) => !changed.has(id));
  const others = await mapInTurns(unchanged, budget, ([, silence]) => toPlanned(silence, false));
  return [...planned, ...others.map((each) => ({ before: each, after: each, isOnce: false }))];
}

/** Converts what may be many records, so that others have their turn. */
async function mapInTurns<From, To>(
  all: readonly From[],
  budget: PreviewBudget,
  convert: (one: From, index: number) => To,
): Promise<readonly To[]> {
  const converted: To[] = [];
  for (const [index, one] of all.entries()) {
    await budget.pause();
    converted.push(convert(one, index));
  }
  return converted;
}

const FOREVER = new Date(8.64e15);

function resolveSilence(
  { filter = [], filter_or = [], weekly = null, ...given }: DraftSilence,
  stored: SilencePeriod | undefined,
  now: Date,
): SilencePeriod & AlertFilter {
  const starts_at =
    given.starts_at === undefined
      ? (stored?.starts_at ?? now)
      : requireMoment('starts_at', given.starts_at, now);
  const ends_at = requireMoment('ends_at', given.ends_at, now);
  if (ends_at <= starts_at) throw DomainError.invalid('ends_at', 'must be later than starts_at');
  return { filter, filter_or, starts_at, ends_at, weekly: weekly && validateWeekly(weekly) };
}
