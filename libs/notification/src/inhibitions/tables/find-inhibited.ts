import type { AlertInfo, AlertQueries } from '#monitoring/contracts/alert-outbox.js';
import { formatId } from '#shared/kernel/ids.js';
import type { RecordReader } from '#shared/platform/persistence/record-writes.js';
import { Inhibitor, readHeard, type Inhibited } from './inhibit-changes.js';
import { readRoles, createRoles, matchInhibitions, type StoredInhibition } from './inhibition-tables.js';

interface Asked {
  /** Whether the alerts count as open although they are resolved. */
  readonly areOpen?: boolean;
  /** The alerts, by id, if they are loaded already. */
  readonly loaded?: ReadonlyMap<string, AlertInfo>;
  /** Is called before each statement that applies filters. @throws to stop */
  readonly requireTime?: () => void;
  /** Cancels such a statement, and the one that reads when sources were last heard of. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns which of these alerts of one domain are held back, as they are now. uuids
 * @throws errors after which it can be repeated
 */
export async function findInhibited(
  client: RecordReader,
  queries: AlertQueries,
  inhibitions: readonly StoredInhibition[],
  alertIds: readonly string[],
  now: Date,
  { areOpen = false, loaded, requireTime, signal }: Asked = {},
): Promise<ReadonlyMap<string, Inhibited>> {
  const domain_id = inhibitions[0]?.domain_id;
  if (domain_id === undefined || alertIds.length === 0) return new Map();
  const ids = alertIds.map((id) => formatId('alert', id));
  const stored = loaded ?? (await queries.load(domain_id, ids));
  const alerts = ids.flatMap((id) => stored.get(id) ?? []);
  const matched = await matchInhibitions(
    async (asked, items: readonly string[]) => {
      requireTime?.();
      return queries.matchEach(domain_id, asked, items, signal);
    },
    inhibitions,
    alerts.map(({ alert_id }) => alert_id),
  );
  const roles = alerts.map((alert) =>
    createRoles(areOpen ? { ...alert, state: 'OPEN' } : alert, matched.get(alert.alert_id)),
  );
  const others = await readRoles(client, {
    roles: roles.flat().map((role) => ({ ...role, domain_id })),
    alertIds: [],
  });
  const heard = await readHeard(queries, others, [], signal);
  const inhibitor = new Inhibitor(inhibitions, others, heard);
  for (const own of roles) if (own[0] !== undefined) inhibitor.graph.set(own[0].alert_id, own);
  return new Map(
    alertIds.flatMap((alert_id) => {
      const found = inhibitor.find(alert_id, now.getTime());
      return found === undefined ? [] : [[alert_id, found] as const];
    }),
  );
}
