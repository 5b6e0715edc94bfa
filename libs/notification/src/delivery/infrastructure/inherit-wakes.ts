import type { ClientBase } from 'pg';
import { encodeUuids } from '#shared/platform/persistence/binary-arrays.js';
import { PAGING_KINDS } from '../../protocols/sent-message.js';

/** A notification that is not sent, because a newer one of its alert stands for it. Ids are uuids. */
export interface OvertakenNotification {
  readonly newest_id: string;
  readonly kind: string;
  readonly seq: string;
  /** Whether it is a step of an escalation, or stands for what somebody must notice. */
  readonly wakes: boolean;
}

/** The columns of `n` that say whether somebody must notice it. */
export const WAKING_COLUMNS = `n.kind, n.seq, (n.escalation_id is not null or n.wakes is true) as wakes`;

/** Kinds after which nobody needs to notice what was before. */
const CALMING_KINDS: ReadonlySet<string> = new Set(['alert.acknowledged', 'alert.resolved']);

/**
 * Lets notifications wake people in place of what they have overtaken: the receiver was not told that the alert became worse, opened
 * again or lost its acknowledgement, and the kind of the newest change does not say so.
 */
export async function inheritWakes(
  client: ClientBase,
  overtaken: readonly OvertakenNotification[],
): Promise<void> {
  const waking = new Set<string>();
  for (const { newest_id, kind, wakes } of overtaken.toSorted((a, b) => Number(a.seq) - Number(b.seq)))
    if (CALMING_KINDS.has(kind)) waking.delete(newest_id);
    else if (wakes || PAGING_KINDS.has(kind)) waking.add(newest_id);
  if (waking.size === 0) return;
  const ids = [...waking].toSorted();
  await client.query({
    name: 'wake by what was overtaken',
    // The bounds let PostgreSQL skip other partitions.
    text: `
      update notification set wakes = true
      where notification_id = any($1::uuid[]) and notification_id between $2 and $3 and kind <> all($4::text[])`,
    values: [encodeUuids(ids), ids[0], ids.at(-1), [...CALMING_KINDS]],
  });
}
