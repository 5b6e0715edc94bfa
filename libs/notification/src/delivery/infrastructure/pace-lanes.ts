import type { ClientBase } from 'pg';
import { encodeIntegers, encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { IS_UNPAUSED_SQL, type DueLane } from './claim-attempts.js';

export interface PacedLanes {
  /** The lanes that may send now. */
  readonly lanes: readonly DueLane[];
  /** Milliseconds until the first of their subscriptions may send again; `undefined` if none has a rate. */
  readonly resumeAfterMs: number | undefined;
}

/**
 * Lets each subscription whose receiver has a documented rate pause as long as its lanes take at this rate. Leaves out lanes
 * of subscriptions that another worker has just let pause. The lanes must be locked: their health is locked after them, and in
 * a fixed order, to avoid deadlocks.
 * @param rates requests a second, by protocol
 */
export async function paceLanes(
  client: ClientBase,
  lanes: readonly DueLane[],
  rates: ReadonlyMap<string, number>,
): Promise<PacedLanes> {
  const paused = new Map<string, number>();
  for (const { subscription_id, protocol_id } of lanes) {
    const rate = rates.get(protocol_id);
    if (rate !== undefined) paused.set(subscription_id, (paused.get(subscription_id) ?? 0) + 1000 / rate);
  }
  if (paused.size === 0) return { lanes, resumeAfterMs: undefined };
  const { rows } = await client.query<{ subscription_id: string }>({
    name: 'pace subscriptions',
    text: `
      with h as materialized (
        select h.subscription_id, t.pause
        from unnest($1::uuid[], $2::int[]) as t (subscription_id, pause)
        join subscription_health h on h.subscription_id = t.subscription_id
        where ${IS_UNPAUSED_SQL} order by h.subscription_id for update of h
      )
      update subscription_health set paused_until = clock_timestamp() + make_interval(secs => h.pause / 1000.0)
      from h where subscription_health.subscription_id = h.subscription_id
      returning h.subscription_id`,
    values: [encodeUuids([...paused.keys()]), encodeIntegers([...paused.values()].map(Math.ceil))],
  });
  const granted = new Set(rows.map(({ subscription_id }) => subscription_id));
  return {
    lanes: lanes.filter(({ subscription_id: id }) => !paused.has(id) || granted.has(id)),
    resumeAfterMs: Math.min(...[...granted].map((id) => paused.get(id) ?? Infinity)),
  };
}
