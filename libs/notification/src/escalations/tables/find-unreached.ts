import { formatId, parseId } from '#shared/kernel/ids.js';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { readPolicies } from './policies.js';
import { StepReceivers } from './step-receivers.js';

/** An escalation none of whose steps would tell anybody now. */
interface UnreachedPolicy {
  readonly escalation_id: string;
  readonly name: string;
  /** Whether its fallback would be told. */
  readonly hasFallback: boolean;
}

/** Returns the escalations of all domains none of whose steps would tell anybody now. */
export async function findUnreached(client: RecordReader, now: Date): Promise<readonly UnreachedPolicy[]> {
  const { rows } = await client.query<{ domain_id: string }>(
    'select distinct domain_id from escalation where deleted_at is null',
  );
  const policies = await readPolicies(
    client,
    rows.map(({ domain_id }) => domain_id),
  );
  const unreached: UnreachedPolicy[] = [];
  for (const [domain_id, own] of Map.groupBy(policies, (policy) => policy.domain_id)) {
    const receivers = new StepReceivers(client, domain_id, now);
    const enabled = await readEnabled(
      client,
      own.map(({ policy }) => parseId('subscription', policy.fallback)),
    );
    for (const { escalation_id, policy } of own) {
      const project_id = policy.project_id ?? undefined;
      const steps = await receivers.find(policy.steps.map((step) => ({ step, project_id })));
      if (steps.some((step) => step.receivers.length > 0)) continue;
      unreached.push({
        escalation_id: formatId('escalation', escalation_id),
        name: policy.name,
        hasFallback: enabled.has(parseId('subscription', policy.fallback)),
      });
    }
  }
  return unreached;
}

/** Returns which of these subscriptions (uuids) would be told, whatever their trigger is. */
async function readEnabled(client: RecordReader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ subscription_id: string }>(
    `select subscription_id from subscription
     where subscription_id = any($1::uuid[]) and state = 'ENABLED' and deleted_at is null`,
    [encodeUuids(ids)],
  );
  return new Set(rows.map(({ subscription_id }) => subscription_id));
}
