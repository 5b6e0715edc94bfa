import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { AlertQueries, type AlertChange, type AlertInfo } from '#monitoring/contracts/alert-outbox.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, newId, parseId } from '#shared/kernel/ids.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { readPolicies, type StoredPolicy } from '../../escalations/tables/policies.js';
import { StepReceivers } from '../../escalations/tables/step-receivers.js';
import { findInhibited } from '../../inhibitions/tables/find-inhibited.js';
import { readInhibitions, type StoredInhibition } from '../../inhibitions/tables/inhibition-table.js';
import { HistoryReader } from '../../previews/application/history-reader.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { readSilences } from '../../silences/tables/decide-silenced.js';
import {
  PreviewTelling,
  type TellingPreview,
  type ToldSubscription,
} from '../application/preview-telling.js';
import { ChangeMatcher, type DomainSubscription, type Match } from './change-matcher.js';

type Names = ReadonlyMap<string, Pick<ToldSubscription, 'subscription_id' | 'name' | 'protocol_id'>>;

/** Decides with the code that decides about real changes, so that the preview cannot say anything else. */
@QueryHandler(PreviewTelling)
export class PreviewTellingHandler implements IQueryHandler<PreviewTelling> {
  constructor(
    private readonly queries: AlertQueries,
    private readonly protocols: ProtocolRegistry,
    private readonly previews: HistoryReader,
    private readonly pool: QueryPool,
  ) {}

  async execute({ scope: { domain_id }, alert: subject, signal }: PreviewTelling): Promise<TellingPreview> {
    const isStored = typeof subject === 'string';
    const alert_id = isStored ? subject : newId('alert');
    const queries = isStored ? this.queries : await this.queries.ofDraft(domain_id, alert_id, subject);
    const alert = (await queries.load(domain_id, [alert_id])).get(alert_id);
    if (alert === undefined) throw DomainError.notFound('The alert', alert_id);
    const preview = await this.previews.run(domain_id, () =>
      this.preview(alert, queries, new Date(), signal),
    );
    return isStored ? preview : { ...preview, alert: { ...preview.alert, alert_id: null } };
  }

  private async preview(
    alert: AlertInfo,
    queries: AlertQueries,
    now: Date,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<TellingPreview> {
    const matcher = new ChangeMatcher(queries, this.protocols);
    const { domain_id, alert_id, title, severity, state } = alert;
    const change = createOpening(alert, now);
    const subscriptions = await matcher.findSubscriptions(this.pool, [change]);
    const inhibitions = await readInhibitions(this.pool, [domain_id]);
    const rules = {
      subscriptions: subscriptions.get(domain_id) ?? [],
      silences: await readSilences(this.pool, { domains: [domain_id], from: now, to: now }),
      policies: await readPolicies(this.pool, [domain_id]),
      // Whether an inhibition holds the alert back depends on other alerts, and is asked below.
      inhibitions: [],
      told: new Map(),
    };
    const invalid = new Map<DomainSubscription, string>();
    const { matches, policies } = await matcher.match([change], rules, invalid, signal);
    const matched = policies.get(change) ?? [];
    const receivers = new StepReceivers(this.pool, domain_id, now);
    const steps = await receivers.find(matched.flatMap(({ policy }) => policy.steps));
    const names = await this.readNames(domain_id, [
      ...matches.map(({ subscription }) => subscription.subscription_id),
      ...steps.flatMap((step) => step.receivers.map(({ subscription_id }) => subscription_id)),
      ...matched.map(({ policy }) => parseId('subscription', policy.fallback)),
    ]);
    let first = 0;
    return {
      alert: { alert_id, title, severity, state },
      subscriptions: matches.flatMap((match) => describeMatch(match, names)),
      escalations: matched.map((policy) => {
        const own = steps.slice(first, (first += policy.policy.steps.length));
        return describePolicy(policy, own, names);
      }),
      inhibited_by: await this.findInhibition(queries, inhibitions, alert_id, now),
      invalid: [...invalid].map(([{ subscription_id }, reason]) => ({
        subscription_id: formatId('subscription', subscription_id),
        reason,
      })),
    };
  }

  private async findInhibition(
    queries: AlertQueries,
    inhibitions: readonly StoredInhibition[],
    alert_id: string,
    now: Date,
  ) {
    const uuid = parseId('alert', alert_id);
    const held = (await findInhibited(this.pool, queries, inhibitions, [uuid], now, { areOpen: true })).get(
      uuid,
    );
    if (held === undefined) return null;
    return {
      inhibition_id: formatId('inhibition', held.inhibition_id),
      source_alert_id: formatId('alert', held.source_alert_id),
      until: held.until.toISOString(),
    };
  }

  /** Returns what people call these subscriptions (uuids). */
  private async readNames(domain_id: string, ids: readonly string[]): Promise<Names> {
    const { rows } = await this.pool.query<ToldSubscription>({
      name: 'receivers of a preview',
      text: `
        select subscription_id, name, protocol_id from subscription
        where domain_id = $1 and subscription_id = any($2::uuid[]) and deleted_at is null`,
      values: [domain_id, encodeUuids([...new Set(ids)])],
    });
    return new Map(
      rows.map(({ subscription_id, name, protocol_id }) => [
        subscription_id,
        { subscription_id: formatId('subscription', subscription_id), name, protocol_id },
      ]),
    );
  }
}

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

function describeMatch({ subscription, silenced }: Match, names: Names): readonly ToldSubscription[] {
  const named = names.get(subscription.subscription_id);
  if (named === undefined) return [];
  const silenced_by = silenced
    ? {
        silence_id: formatId('silence', silenced.silence.silence_id),
        reason: silenced.silence.reason,
        until: silenced.until.toISOString(),
      }
    : null;
  return [{ ...named, silenced_by }];
}

function describePolicy(
  { escalation_id, policy }: StoredPolicy,
  found: Awaited<ReturnType<StepReceivers['find']>>,
  names: Names,
): TellingPreview['escalations'][number] {
  return {
    escalation_id: formatId('escalation', escalation_id),
    name: policy.name,
    until: policy.until,
    steps: policy.steps.map(({ after, on_call }, at) => ({
      ...{ step: at + 1, after, on_call_id: on_call },
      receivers: (found[at]?.receivers ?? []).flatMap(
        ({ subscription_id }) => names.get(subscription_id) ?? [],
      ),
      reason: found[at]?.reason ?? null,
    })),
    fallback: names.get(parseId('subscription', policy.fallback)) ?? null,
  };
}
