import { client } from '../client.js';
import type { Running } from './find-running.js';

/** Whom the next step of an escalation tells. */
export interface NextStep {
  /** Names of people on call, then of subscriptions. */
  readonly names: readonly string[];
  /** The name of the rota of the step. */
  readonly onCall: string | undefined;
}

/**
 * Reads whom the step after `step` tells when it is due.
 * @returns `undefined` if that is not known: an escalation keeps the policy with which it began, and only the present one can be read
 */
export async function readNextStep(
  { escalation_id, since }: Running,
  step: number,
  nextAt: string,
  signal: AbortSignal,
): Promise<NextStep | undefined> {
  const policy = await client.call('getEscalation', { path: { escalation_id } }, { signal });
  const { steps = [], updated_at } = policy;
  if (updated_at === undefined || Date.parse(updated_at) >= since) return undefined;
  // After the last step, the escalation repeats from the first.
  const next = steps[step % Math.max(1, steps.length)];
  if (next === undefined) return undefined;
  const { subscriptions = [] } = next;
  const rota = next.on_call ? await readOnCall(next.on_call, nextAt, signal) : undefined;
  const members = rota?.members ?? [];
  const told = await readTold([...members.map((each) => each.subscription_id), ...subscriptions], signal);
  const names = [
    ...members.flatMap(({ name, subscription_id }) => (told.has(subscription_id) ? [name] : [])),
    ...subscriptions.flatMap((id) => told.get(id) ?? []),
  ];
  // Of a step without receivers, the one after it is told at once.
  return names.length === 0 ? undefined : { names, onCall: rota?.name };
}

async function readOnCall(on_call_id: string, time: string, signal: AbortSignal) {
  const path = { on_call_id };
  const [{ name }, { members }] = await Promise.all([
    client.call('getOnCall', { path, query: { only: ['name'] } }, { signal }),
    client.call('getOnCallAt', { path, query: { time } }, { signal }),
  ]);
  return { name, members };
}

/** Reads the names of those of these subscriptions that steps tell: others are passed over. @returns by id */
async function readTold(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const filter = [
    { k: 'subscription_id', v: [...new Set(ids)], o: 'in' as const },
    { k: 'state', v: 'ENABLED', o: 'eq' as const },
    { k: 'trigger', v: 'ESCALATION', o: 'eq' as const },
  ];
  const query = { filter, only: ['subscription_id', 'name'], page: { start: 1, limit: ids.length } };
  const { results } = await client.call('searchSubscriptions', { body: { query } }, { signal });
  return new Map(results.map(({ name, subscription_id = '' }) => [subscription_id, name ?? subscription_id]));
}
