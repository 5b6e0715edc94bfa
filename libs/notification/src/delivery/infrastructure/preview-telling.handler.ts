import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertQueries, type AlertChange, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, newId, parseId } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { createSharedReader } from '#shared/platform/persistence/create-shared-reader.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { readPolicies, type StoredPolicy } from '../../escalations/tables/policies.js';
import { StepReceivers } from '../../escalations/tables/step-receivers.js';
import { findInhibited } from '../../inhibitions/tables/find-inhibited.js';
import type { Inhibited } from '../../inhibitions/tables/inhibit-changes.js';
import { readInhibitions } from '../../inhibitions/tables/inhibition-tables.js';
import { HistoryReader } from '../../previews/application/history-reader.js';
import type { PreviewBudget } from '../../previews/application/preview-budget.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { readSilences, type Silenced } from '../../silences/tables/decide-silenced.js';
import { MAX_UNTOLD, PreviewTelling, type TellingPreview } from '../application/preview-telling.js';
import { decideTelling } from '../domain/decide-telling.js';
import { ChangeMatcher, type DomainSubscription, type Match } from './change-matcher.js';
import { explainUntold, readKnownSubscriptions, type KnownSubscription } from './explain-untold.js';
import { createKeyId, findUntil, getFlappingKey, readFlappingTold } from './told.js';

type Known = ReadonlyMap<string, KnownSubscription>;

/** Decides with the code that decides about real changes, so that the preview cannot say anything else. */
@QueryHandler(PreviewTelling)
export class PreviewTellingHandler implements IQueryHandler<PreviewTelling> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly protocols: ProtocolRegistry,
    private readonly previews: HistoryReader,
    private readonly engine: QueryEngine,
  ) {}

  execute(query: PreviewTelling): Promise<TellingPreview> {
    const { scope, signal } = query;
    return this.previews.run(scope.domain_id, (budget) => this.preview(query, budget), signal);
  }

  private async preview(
    { scope: { domain_id }, alert: subject }: PreviewTelling,
    budget: PreviewBudget,
  ): Promise<TellingPreview> {
    const isStored = typeof subject === 'string';
    const alert_id = isStored ? subject : newId('alert');
    const queries = isStored ? this.queries : await this.queries.ofDraft(domain_id, alert_id, subject);
    const alert = (await queries.load(domain_id, [alert_id])).get(alert_id);
    if (alert === undefined) throw DomainError.notFound('The alert', alert_id);
    const preview = await this.decide(alert, queries, new Date(), budget);
    return isStored ? preview : { ...preview, alert: { ...preview.alert, alert_id: null } };
  }

  private async decide(
    alert: AlertInfo,
    queries: AlertQueries,
    now: Date,
    budget: PreviewBudget,
  ): Promise<TellingPreview> {
    const { signal, keep: onLength } = budget;
    const matcher = new ChangeMatcher(queries, this.protocols);
    const { domain_id, project_id, alert_id, title, severity, state } = alert;
    const reader = createSharedReader(this.engine, domain_id, { signal, onLength });
    const change = createOpening(alert, now);
    const subscriptions = await matcher.findSubscriptions(reader, [change]);
    const inhibitions = await readInhibitions(reader, [domain_id]);
    const rules = {
      subscriptions: subscriptions.get(domain_id) ?? [],
      policies: await readPolicies(reader, [domain_id]),
      // What holds the alert back holds back what subscriptions and escalations tell alike, and is asked below.
      silences: [],
      inhibitions: [],
      told: new Map(),
    };
    const invalid = new Map<DomainSubscription, string>();
    const { matches, policies } = await matcher.match([change], rules, invalid, signal);
    const flapping = await findFlapping(reader, alert, matches);
    const silences = await readSilences(reader, { domains: [domain_id], from: now, to: now });
    const silenced_by = describeSilence((await matcher.findSilenced([change], silences, signal)).get(change));
    const matched = policies.get(change) ?? [];
    const receivers = new StepReceivers(reader, domain_id, now);
    const steps = await receivers.find(
      matched.flatMap(({ policy }) => policy.steps.map((step) => ({ step, project_id }))),
    );
    const known = await readKnownSubscriptions(reader, domain_id);
    const told = new Set([
      ...matches.map(({ subscription }) => subscription.subscription_id),
      ...steps.flatMap((step) => step.receivers.map(({ subscription_id }) => subscription_id)),
    ]);
    const enabled = new Map(rules.subscriptions.map((each) => [each.subscription_id, each]));
    const fallbacks = new Set(matched.map(({ policy }) => parseId('subscription', policy.fallback)));
    const others = [...known.values()]
      .filter(({ subscription_id }) => !told.has(subscription_id))
      .map((each) => ({ known: each, enabled: enabled.get(each.subscription_id) }))
      // An escalation that begins would tell them if its steps reach nobody.
      .filter(({ known: { subscription_id }, enabled: found }) => {
        return !(fallbacks.has(subscription_id) && found?.trigger === 'ESCALATION');
      });
    const untold = await explainUntold(queries, { change, project_id }, others, invalid, budget);
    const uuid = parseId('alert', alert_id);
    const held = await findInhibited(reader, queries, inhibitions, [uuid], now, {
      areOpen: true,
      requireTime: () => budget.check(),
      signal,
    });
    let first = 0;
    return {
      alert: { alert_id, title, severity, state },
      subscriptions: matches.flatMap(({ subscription: { subscription_id } }) =>
        nameSubscription(known, subscription_id).map((named) => ({
          ...named,
          silenced_by,
          flapping_until: flapping.get(subscription_id) ?? null,
          wait: known.get(subscription_id)?.group_by?.wait ?? 0,
        })),
      ),
      escalations: matched.map((policy) => {
        const own = steps.slice(first, (first += policy.policy.steps.length));
        return describePolicy(policy, own, known);
      }),
      silenced_by,
      inhibited_by: describeInhibited(held.get(uuid)),
      invalid: [...invalid].map(([{ subscription_id }, reason]) => ({
        subscription_id: formatId('subscription', subscription_id),
        reason,
      })),
      untold: untold.slice(0, MAX_UNTOLD),
      untold_count: untold.length,
    };
  }
}

const describeInhibited = (held: Inhibited | undefined): TellingPreview['inhibited_by'] =>
  held === undefined
    ? null
    : {
        inhibition_id: formatId('inhibition', held.inhibition_id),
        source_alert_id: formatId('alert', held.source_alert_id),
        until: held.until.toISOString(),
      };

/** The highest number of a transaction: the change comes after everything that is stored. */
const LATEST_XID = '18446744073709551615';

/** The change that the alert would make if it opened now. */
function createOpening({ alert_id, domain_id, severity }: AlertInfo, now: Date): AlertChange {
  return {
    ...{ alert_id, domain_id, severity, kind: 'opened', state: 'OPEN' },
    ...{ state_before: null, severity_before: null, event_id: null, actor: null, assignee: null },
    ...{ note_id: null, via_id: null, via_at: null, flapping: false, calm_at: null },
    changed_at: now.toISOString(),
    position: { xid: LATEST_XID, index: '0', offset: 0, at: now.getTime() / 1000 },
  };
}

/**
 * Returns until when, at least, subscriptions (uuids) are not told of the opening of an alert, because they know that its key is
 * flapping.
 */
async function findFlapping(
  reader: RecordReader,
  alert: AlertInfo,
  matches: readonly Match[],
): Promise<ReadonlyMap<string, string>> {
  const key_id = createKeyId(alert);
  const ids = matches.map(({ subscription }) => subscription.subscription_id);
  const told = await readFlappingTold(reader, ids, [key_id]);
  return new Map(
    matches.flatMap(({ change, subscription: { subscription_id, kinds, tracksAlerts } }) => {
      const flapping = findUntil(change, told.get(getFlappingKey({ subscription_id, key_id })));
      if (flapping === undefined) return [];
      const context = { kinds, tracksAlerts, isMatched: true, isTold: false, flapping };
      const telling = decideTelling({ ...change, flapping: true }, context);
      return telling === 'hold' ? [[subscription_id, flapping.calm_at]] : [];
    }),
  );
}

/** Returns what people call a subscription (uuid); nothing if it was deleted. */
function nameSubscription(known: Known, uuid: string) {
  const found = known.get(uuid);
  if (found === undefined) return [];
  const { name, protocol_id } = found;
  return [{ subscription_id: formatId('subscription', uuid), name, protocol_id }];
}

const describeSilence = (silenced: Silenced | undefined): TellingPreview['silenced_by'] =>
  silenced === undefined
    ? null
    : {
        silence_id: formatId('silence', silenced.silence.silence_id),
        reason: silenced.silence.reason,
        until: silenced.until.toISOString(),
      };

function describePolicy(
  { escalation_id, policy }: StoredPolicy,
  found: Awaited<ReturnType<StepReceivers['find']>>,
  known: Known,
): TellingPreview['escalations'][number] {
  return {
    escalation_id: formatId('escalation', escalation_id),
    name: policy.name,
    until: policy.until,
    steps: policy.steps.map(({ after, on_call }, at) => ({
      ...{ step: at + 1, after, on_call_id: on_call },
      receivers: (found[at]?.receivers ?? []).flatMap(({ subscription_id }) =>
        nameSubscription(known, subscription_id),
      ),
      reason: found[at]?.reason ?? null,
    })),
    fallback: nameSubscription(known, parseId('subscription', policy.fallback))[0] ?? null,
  };
}
