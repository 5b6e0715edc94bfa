import type { PoolClient } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import {
  encodeBooleans,
  encodeTexts,
  encodeTimes,
  encodeUuids,
} from '#shared/platform/persistence/binary-arrays.js';
import { formatSenderName } from '#shared/kernel/sender-name.js';
import { NEWEST_FIRST, OLDEST_FIRST } from '../tables/order-of-alerts.js';
import { markHasDecisions, updateAcknowledgements } from '../tables/update-acknowledgements.js';
import type { ProcessedWebhook } from '../application/ports/processing-log.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import type { ProcessedBatch } from '../domain/process-batch.js';
import type { Correlation } from '../domain/correlation.js';
import type { SenderDecision } from '../domain/sender-decision.js';
import { MAX_NOTES_LENGTH, type SenderNote } from '../domain/sender-note.js';

interface WebhookDecisions {
  readonly webhook: ProcessedWebhook;
  /** Whether decisions about alerts of this webhook are stored already. */
  readonly hasDecisions: boolean;
  readonly decisions: readonly SenderDecision[];
  readonly correlation: Correlation;
}

/** The alert of each decision, by id of the decision; `null`: no alert of its key was open at that time. */
type DecidedAlerts = ReadonlyMap<string, string | null>;

/**
 * Writes decisions of senders for webhooks of one domain and settles the alerts that they, or changes of this batch, affect. Runs
 * after the alerts of the batch are written. Makes no query for webhooks that never had a decision.
 */
export async function writeAcknowledgements(
  client: PoolClient,
  all: readonly WebhookDecisions[],
): Promise<DecidedAlerts> {
  const relevant = all.filter(({ hasDecisions, decisions }) => hasDecisions || decisions.length > 0);
  const [first] = relevant;
  if (first === undefined) return new Map();
  const { domain_id } = first.webhook;
  const decisions = await nameSenders(
    client,
    relevant.flatMap(({ webhook, decisions: own }) =>
      own.map((decision) => ({ ...decision, webhook_id: webhook.uuid })),
    ),
  );
  const alerts = await writeDecisions(client, domain_id, decisions);
  // A second time by the keys of the previous plugin version, for those that found no alert.
  const byPreviousKey = decisions.flatMap((decision) =>
    decision.previous_event_key !== null && alerts.get(decision.decision_id) === null
      ? [{ ...decision, event_key: decision.previous_event_key }]
      : [],
  );
  for (const [decision_id, alert_id] of await writeDecisions(client, domain_id, byPreviousKey))
    alerts.set(decision_id, alert_id);
  const changed = relevant.flatMap(({ correlation }) => findChangedAlerts(correlation));
  await updateAcknowledgements(client, domain_id, [
    ...changed,
    ...alerts.values().filter((alert_id) => alert_id !== null),
  ]);
  return alerts;
}

/** Returns the alerts whose times of being open have changed. */
function findChangedAlerts({ alerts, transitions, moved }: Correlation): readonly string[] {
  return [
    ...alerts.flatMap(({ alert_id, isNew }) => (isNew ? alert_id : [])),
    ...transitions.map(({ alert_id }) => alert_id),
    ...moved,
  ];
}

type WebhookDecision = SenderDecision & { readonly webhook_id: string };

async function nameSenders(
  client: PoolClient,
  decisions: readonly WebhookDecision[],
): Promise<readonly WebhookDecision[]> {
  if (decisions.length === 0) return [];
  const { rows } = await client.query<{ webhook_id: string; name: string }>({
    name: 'names of webhooks with decisions',
    text: 'select webhook_id, name from webhook where webhook_id = any ($1::uuid[])',
    values: [encodeUuids([...new Set(decisions.map(({ webhook_id }) => webhook_id))])],
  });
  const names = new Map(rows.map(({ webhook_id, name }) => [webhook_id, name]));
  return decisions.map((decision) => {
    const name = names.get(decision.webhook_id) ?? formatId('webhook', decision.webhook_id);
    return { ...decision, actor: formatSenderName(decision.actor, name) };
  });
}

const DECISION_ROWS = `
  unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::uuid[], $7::bool[], $8::text[], $9::text[])
    as one (webhook_id, event_key, decided_at, received_at, decision_id, acknowledged, actor, comment)`;
const KEY_ALERTS = `select alert_id, opened_at, coalesce(resolved_at, 'infinity') as ended_at from alert
  where domain_id = $1 and alert.webhook_id = one.webhook_id and alert.event_key = one.event_key`;

/** Finds the alert of the key of `one` that was open at its time or, if none was, the next one that opened. */
const FIND_ALERT_AT = `
  select alert_id, opened_at from (
    (${KEY_ALERTS} and opened_at <= one.decided_at order by ${NEWEST_FIRST} limit 1)
    union all
    (${KEY_ALERTS} and opened_at > one.decided_at order by ${OLDEST_FIRST} limit 1)
  ) as near
  where ended_at >= one.decided_at order by opened_at limit 1`;

/** An alert that opened only after the decision had arrived is not meant. */
async function writeDecisions(
  client: PoolClient,
  domain_id: string,
  decisions: readonly WebhookDecision[],
): Promise<Map<string, string | null>> {
  if (decisions.length === 0) return new Map();
  const { rows } = await client.query<{ decision_id: string; alert_id: string | null }>({
    // Unnamed, like the statement of `updateAcknowledgements`: a plan cached while there were few alerts would read all of them.
    text: `
      with written as (
        insert into alert_decision
          (domain_id, webhook_id, event_key, decided_at, received_at, decision_id, acknowledged, actor, comment)
        select $1, one.* from ${DECISION_ROWS} on conflict do nothing
      )
      select decision_id, target.alert_id from ${DECISION_ROWS} left join lateral (${FIND_ALERT_AT}) as target on target.opened_at <= one.received_at`,
    values: [
      domain_id,
      encodeUuids(decisions.map(({ webhook_id }) => webhook_id)),
      encodeTexts(decisions.map(({ event_key }) => event_key)),
      encodeTimes(decisions.map(({ decided_at }) => decided_at)),
      encodeTimes(decisions.map(({ received_at }) => received_at)),
      encodeUuids(decisions.map(({ decision_id }) => decision_id)),
      encodeBooleans(decisions.map(({ acknowledged }) => acknowledged)),
      encodeTexts(decisions.map(({ actor }) => actor)),
      encodeTexts(decisions.map(({ comment }) => comment)),
    ],
  });
  await markHasDecisions(client, domain_id, [...new Set(decisions.map(({ webhook_id }) => webhook_id))]);
  return new Map(rows.map(({ decision_id, alert_id }) => [decision_id, alert_id]));
}

/** Replaces the ids of decisions in outcomes by the ids of their alerts, which are known only once decisions are written. */
export function replaceDecisionIds(outcomes: readonly Outcome[], alerts: DecidedAlerts): readonly Outcome[] {
  return outcomes.map((one) => {
    const alert_id = one.outcome === 'ACKNOWLEDGED' ? alerts.get(one.alert_id) : undefined;
    if (one.outcome !== 'ACKNOWLEDGED' || alert_id === undefined) return one;
    const { reason } = one;
    return alert_id === null
      ? { outcome: 'IGNORED', reason: `${reason}; no alert of its key was open then` }
      : { outcome: 'ACKNOWLEDGED', alert_id, reason };
  });
}

export function replaceBatchDecisionIds(batch: ProcessedBatch, alerts: DecidedAlerts): ProcessedBatch {
  if (batch.decisions.length === 0) return batch;
  return {
    ...batch,
    segments: batch.segments.map((segment) => ({
      ...segment,
      outcomes: segment.outcomes.map((each) => replaceDecisionIds(each, alerts)),
    })),
    quarantined: batch.quarantined.map((one) => ({
      ...one,
      outcomes: replaceDecisionIds(one.outcomes, alerts),
    })),
  };
}

interface WebhookNotes {
  readonly webhook: ProcessedWebhook;
  readonly notes: readonly SenderNote[];
}

/**
 * Writes notes of senders to the alerts that were open at that time. Notes without such an alert are left out, as are those beyond
 * what an alert may have. Runs after the alerts of the batch are written. Without notes, makes no query.
 */
export async function writeSenderNotes(client: PoolClient, all: readonly WebhookNotes[]): Promise<void> {
  const notes = all.flatMap(({ webhook, notes: own }) => own.map((note) => ({ ...note, webhook })));
  const [first] = notes;
  if (first === undefined) return;
  await client.query({
    // Unnamed: a plan cached while there were few alerts would read all of them.
    text: `
      insert into alert_note (domain_id, alert_id, note_id, author, text, created_at)
      select $1, target.alert_id, one.note_id, one.author, one.text, one.decided_at
      from unnest($2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::uuid[], $7::text[], $8::text[])
        as one (webhook_id, event_key, decided_at, received_at, note_id, author, text)
      cross join lateral (${FIND_ALERT_AT}) as target
      where target.opened_at <= one.received_at and length(one.text) <= ${MAX_NOTES_LENGTH} - (
        select coalesce(sum(length(known.text)), 0) from alert_note known
        where known.domain_id = $1 and known.alert_id = target.alert_id)
      on conflict do nothing`,
    values: [
      first.webhook.domain_id,
      encodeUuids(notes.map(({ webhook }) => webhook.uuid)),
      encodeTexts(notes.map(({ event_key }) => event_key)),
      encodeTimes(notes.map(({ noted_at }) => noted_at)),
      encodeTimes(notes.map(({ received_at }) => received_at)),
      encodeUuids(notes.map(({ note_id }) => note_id)),
      encodeTexts(notes.map(({ by, webhook }) => formatSenderName(by, webhook.name))),
      encodeTexts(notes.map(({ text }) => text)),
    ],
  });
}
