import { Injectable, Logger } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { AlertQueries, type AlertChange } from '#monitoring/contracts/alert-outbox.js';
import { matchQueries, type MatchEach } from '../../subscriptions/tables/match-queries.js';
import { buildSubscriptionQuery } from '../../subscriptions/tables/match-subscriptions.js';
import {
  inhibitChanges,
  NOTHING_INHIBITED,
  type Inhibited,
  type InhibitedChanges,
} from '../../inhibitions/tables/inhibit-changes.js';
import {
  buildInhibitionQueries,
  matchInhibitions,
  type Matched,
  type StoredInhibition,
} from '../../inhibitions/tables/inhibition-tables.js';
import { decideSilenced, type Silenced, type StoredSilence } from '../../silences/tables/decide-silenced.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { wantsKind } from '../../subscriptions/domain/wanted-kinds.js';
import type { Remind } from '../../subscriptions/domain/remind.js';
import { buildAlertQuery } from '../../subscriptions/domain/subscription.js';
import type { SubscriptionTrigger } from '../../subscriptions/domain/subscription-record.js';
import { STARTING_KINDS } from '../../escalations/tables/follow-changes.js';
import { matchPolicies, type StoredPolicy } from '../../escalations/tables/policies.js';
import { parseId } from '#shared/kernel/ids.js';
import { getPairKey } from '../../silences/tables/silenced-alerts.js';
import type { Told } from './told.js';

export interface DomainSubscription {
  /** uuid */
  readonly subscription_id: string;
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly protocol_id: string;
  /** As {@link Protocol.tracksAlerts}. */
  readonly tracksAlerts: boolean;
  readonly kinds: readonly string[];
  readonly trigger: SubscriptionTrigger;
  readonly filter: readonly unknown[];
  readonly filter_or: readonly unknown[];
  /** `null`: it wants no reminders. */
  readonly remind: Remind | null;
  readonly active_since: Date;
  /** When it had been changed. */
  readonly changed_at: Date;
  /** The transaction that made it active. `null`: the previous release did. */
  readonly active_xid: string | null;
}

export interface Match {
  readonly change: AlertChange;
  readonly subscription: DomainSubscription;
  /** The silence that matched the alert when it changed, and how long it surely lasts. */
  readonly silenced?: Silenced | undefined;
  /** The inhibition that holds the alert back, and how long it surely does. */
  readonly inhibited?: Inhibited | undefined;
  /** The inhibitions (uuids) that it is a target of. */
  readonly inhibitionTargets?: ReadonlySet<string> | undefined;
  /** Until when it waits, in case its source arrives. */
  readonly wait?: Date | undefined;
}

/** What applies to the changes of one domain. */
export interface DomainRules {
  readonly subscriptions: readonly DomainSubscription[];
  readonly silences: readonly StoredSilence[];
  readonly inhibitions: readonly StoredInhibition[];
  readonly policies: readonly StoredPolicy[];
  /** What subscriptions were told of these alerts: those of escalations are told of what follows a step. */
  readonly told: ReadonlyMap<string, Told>;
}

export interface DomainMatches {
  readonly matches: readonly Match[];
  /** The inhibitions that match each change, as sources and as targets. */
  readonly inhibitions: ReadonlyMap<AlertChange, Matched>;
  /** The policies by which alerts may begin to escalate with each change. */
  readonly policies: ReadonlyMap<AlertChange, readonly StoredPolicy[]>;
}

/** So many queries are matched in less time than it takes to leave some of them out. */
const FEW_QUERIES = 10;

/** Matches changes with subscriptions. The query of a subscription is applied to the alert as the change left it. */
@Injectable()
export class ChangeMatcher {
  private readonly logger = new Logger('FanOut');

  constructor(
    private readonly queries: AlertQueries,
    private readonly protocols: ProtocolRegistry,
  ) {}

  /** Returns the enabled subscriptions of the domains of changes, by domain. */
  async findSubscriptions(
    client: RecordReader,
    changes: readonly AlertChange[],
  ): Promise<ReadonlyMap<string, readonly DomainSubscription[]>> {
    if (changes.length === 0) return new Map();
    const { rows } = await client.query<
      Omit<DomainSubscription, 'tracksAlerts'> & { options: PluginOptions }
    >({
      name: 'subscriptions of domains',
      text: `
        select subscription_id, domain_id, project_id, protocol_id, options, kinds, trigger, filter, filter_or, remind,
          active_since, updated_at as changed_at, active_xid::text
        from subscription
        where domain_id = any($1::text[]) and state = 'ENABLED' and deleted_at is null
        order by subscription_id`,
      values: [[...new Set(changes.map(({ domain_id }) => domain_id))]],
    });
    const subscriptions = rows.map(({ options, ...row }) => ({
      ...row,
      tracksAlerts: this.protocols.tracksAlerts(row.protocol_id, options),
    }));
    return Map.groupBy(subscriptions, ({ domain_id }) => domain_id);
  }

  /**
   * Returns what matches the changes of one domain.
   * @param invalid receives each subscription whose query is not valid, with the reason
   * @param signal stops, and cancels the query that is running
   * @throws errors after which matching can be repeated
   */
  async match(
    changes: readonly AlertChange[],
    rules: DomainRules,
    invalid: Map<DomainSubscription, string>,
    signal: AbortSignal,
  ): Promise<DomainMatches> {
    const domain_id = changes[0]?.domain_id ?? '';
    const possible = await this.selectPossible(domain_id, changes, rules, signal);
    const { subscriptions, silences, inhibitions, policies, told } = possible;
    const found = await this.findMatches(changes, subscriptions, told, invalid, signal);
    const changed = [...new Set(found.map(({ change }) => change))];
    const silenced = await this.findSilenced(changed, silences, signal);
    const matches =
      silenced.size === 0 ? found : found.map((each) => ({ ...each, silenced: silenced.get(each.change) }));
    const match: MatchEach<AlertChange> = (queries, of) =>
      this.queries.matchChanges(domain_id, queries, of, signal);
    const starting = changes.filter(({ kind, state }) => STARTING_KINDS.has(kind) && state === 'OPEN');
    return {
      matches,
      inhibitions: await matchInhibitions(match, inhibitions, changes),
      policies: await matchPolicies(match, policies, starting),
    };
  }

  /**
   * Leaves out the rules that match none of the changes, if it costs less than to match all. Silences are asked only for what
   * matches, and few of them.
   */
  private async selectPossible(
    domain_id: string,
    changes: readonly AlertChange[],
    rules: DomainRules,
    signal: AbortSignal,
  ): Promise<DomainRules> {
    const kinds = [...new Set(changes.map(({ kind }) => kind))];
    const subscriptions = rules.subscriptions.filter((each) => kinds.some((kind) => wantsKind(kind, each)));
    const policies = kinds.some((kind) => STARTING_KINDS.has(kind)) ? rules.policies : [];
    const { inhibitions } = rules;
    const queriesByRule = new Map<object, readonly (object | undefined)[]>([
      ...subscriptions.map((each) => [each, [buildSubscriptionQuery(each)]] as const),
      ...inhibitions.map((each) => [each, buildInhibitionQueries(each)] as const),
      ...policies.map((each) => [each, [buildAlertQuery(each, each.policy.project_id)]] as const),
    ]);
    const queries = [...queriesByRule.values()].flat().filter((query) => query !== undefined);
    if (queries.length <= FEW_QUERIES) return { ...rules, subscriptions, policies };
    const possible = await this.queries.selectPossible(domain_id, queries, changes, signal);
    const mayMatch = (rule: object) =>
      queriesByRule.get(rule)?.some((query) => query === undefined || possible.has(query)) === true;
    return {
      ...rules,
      subscriptions: subscriptions.filter(mayMatch),
      inhibitions: inhibitions.filter(mayMatch),
      policies: policies.filter(mayMatch),
    };
  }

  /** Adds to each match what inhibitions do with its change. Called after {@link match}. */
  async inhibit(
    client: ClientBase,
    given: Parameters<typeof inhibitChanges>[2],
    matches: readonly Match[],
  ): Promise<{ readonly matches: readonly Match[]; readonly changes: InhibitedChanges }> {
    const changes = await inhibitChanges(client, this.queries, given);
    if (changes === NOTHING_INHIBITED) return { matches, changes };
    const { inhibited, targets, waits } = changes;
    const added = matches.map((match) => ({
      ...match,
      inhibited: inhibited.get(match.change),
      inhibitionTargets: targets.get(match.change),
      wait: waits.get(match.change),
    }));
    return { matches: added, changes };
  }

  /**
   * Returns the matches of each subscription, in the order of the changes.
   * @param changes changes of one domain, the domain of the subscriptions
   * @param invalid receives each subscription whose query is not valid, with the reason
   * @param signal stops, and cancels the query that is running
   * @throws errors after which matching can be repeated
   */
  private async findMatches(
    changes: readonly AlertChange[],
    subscriptions: readonly DomainSubscription[],
    told: ReadonlyMap<string, Told>,
    invalid: Map<DomainSubscription, string>,
    signal?: AbortSignal,
  ): Promise<readonly Match[]> {
    const [first] = subscriptions;
    if (first === undefined) return [];
    const { domain_id } = first;
    const candidates = subscriptions.map((subscription) => ({
      subscription,
      query: buildSubscriptionQuery(subscription),
      items: changes.filter(
        (change) =>
          wantsKind(change.kind, subscription) &&
          isAfterActivation(change, subscription) &&
          isTriggered(change, subscription, told),
      ),
    }));
    const match: MatchEach<AlertChange> = (queries, of) =>
      this.queries.matchChanges(domain_id, queries, of, signal);
    const found = await matchQueries(match, candidates, (refused, { message }) => {
      this.logger.error(`the filter of a subscription of ${domain_id} is not valid: ${message}`);
      for (const { subscription } of refused)
        invalid.set(subscription, `Its filter is not valid: ${message}`);
    });
    return [...found].flatMap(([{ subscription }, matched]) =>
      matched.map((change) => ({ change, subscription })),
    );
  }

  /** Returns the silence that applies to each change. @throws errors after which it can be repeated */
  async findSilenced(
    changes: readonly AlertChange[],
    silences: readonly StoredSilence[],
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<AlertChange, Silenced>> {
    const silenced = await decideSilenced(
      async (domain_id, queries, alerts) => {
        const of = alerts.map(({ change }) => change);
        const found = await this.queries.matchChanges(domain_id, queries, of, signal);
        return found.map((matched) => new Set(alerts.filter(({ change }) => matched.has(change))));
      },
      silences,
      changes.map((change) => ({ change, at: new Date(change.changed_at) })),
    );
    return new Map([...silenced].map(([{ change }, silence]) => [change, silence]));
  }
}

/** Steps of escalations tell of an alert first; who was told by one gets what follows. */
function isTriggered(
  { alert_id }: AlertChange,
  { subscription_id, trigger }: DomainSubscription,
  told: ReadonlyMap<string, Told>,
): boolean {
  if (trigger === 'CHANGE') return true;
  if (told.size === 0) return false;
  return told.get(getPairKey({ subscription_id, alert_id: parseId('alert', alert_id) }))?.is_open === true;
}

/**
 * Returns whether the change happened after the subscription became active: by its transaction, because its time is wrong if
 * the clock was put back; otherwise by its time, because transactions are numbered anew in a restored database.
 */
export function isAfterActivation(
  { position, changed_at }: AlertChange,
  { active_since, active_xid }: DomainSubscription,
): boolean {
  const isLaterTransaction = active_xid !== null && isGreater(position.xid, active_xid);
  return isLaterTransaction || Date.parse(changed_at) >= active_since.getTime();
}

/** Compares whole numbers as PostgreSQL writes them. This is done for each pair of a change and a subscription. */
function isGreater(a: string, b: string): boolean {
  return a.length === b.length ? a > b : a.length > b.length;
}
