import { client } from '../client.js';

/** Whom the next step of an escalation tells. */
export interface NextStep {
  /** Names of people on call, then of subscriptions. */
  readonly names: readonly string[];
  /** The name of the rota of the step. */
  readonly onCall: string | undefined;
}

/**
 * Reads whom the step after `step` tells, as things are now.
 * @param escalationId empty before the first step, when the timeline does not name the escalation yet
 * @returns `undefined` if there is nothing to read
 */
export async function readNextStep(
  escalationId: string,
  step: number,
  nextAt: string,
  signal: AbortSignal,
): Promise<NextStep | undefined> {
  if (escalationId === '') return undefined;
  const path = { escalation_id: escalationId };
  const { steps = [] } = await client.call('getEscalation', { path }, { signal });
  // After the last step, the escalation repeats from the first.
  const next = steps[step % Math.max(1, steps.length)];
  if (next === undefined) return undefined;
  const [people, subscriptions] = await Promise.all([
    next.on_call ? readOnCall(next.on_call, nextAt, signal) : undefined,
    readNames(next.subscriptions ?? [], signal),
  ]);
  return { names: [...(people?.names ?? []), ...subscriptions], onCall: people?.name };
}

async function readOnCall(on_call_id: string, time: string, signal: AbortSignal) {
  const path = { on_call_id };
  const [{ name }, { members }] = await Promise.all([
    client.call('getOnCall', { path, query: { only: ['name'] } }, { signal }),
    client.call('getOnCallAt', { path, query: { time } }, { signal }),
  ]);
  return { name, names: members.map((member) => member.name) };
}

async function readNames(ids: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const filter = [{ k: 'subscription_id', v: [...ids], o: 'in' as const }];
  const query = { filter, only: ['subscription_id', 'name'], page: { start: 1, limit: ids.length } };
  const { results } = await client.call('searchSubscriptions', { body: { query } }, { signal });
  return results.map(({ name, subscription_id }) => String(name ?? subscription_id));
}
