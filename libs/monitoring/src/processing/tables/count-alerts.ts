import type { ClientBase } from 'pg';

export const COUNTED_COLUMNS = 'domain_id, webhook_id, project_id, state, severity, opened_at';

export interface CountedAlert {
  readonly domain_id: string;
  readonly webhook_id: string;
  readonly project_id: string;
  readonly state: string;
  readonly severity: string;
  readonly opened_at: Date;
}

/**
 * Returns a statement that updates the counts of alerts, for distributed tables, which have no triggers.
 * @param changed rows of {@link COUNTED_COLUMNS} and `n`, which is 1 for the alert after the change and -1 for the alert before
 */
export function buildCountInsert(changed: string): string {
  return `
    insert into alert_roll_up_delta (domain_id, webhook_id, project_id, state, severity, hour, count)
    select domain_id, webhook_id, project_id, state, severity, date_trunc('hour', opened_at, 'UTC'), sum(n)
    from (${changed}) as changed
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0`;
}

/**
 * Updates the counts, in the transaction of the change. `before` and `after` are the same alerts; one of them is empty
 * if the alerts were created or removed.
 */
export async function countAlerts(
  client: ClientBase,
  before: readonly CountedAlert[],
  after: readonly CountedAlert[],
): Promise<void> {
  const alerts = [...before, ...after];
  if (alerts.length === 0) return;
  await client.query({
    name: 'count alerts',
    text: buildCountInsert(`
      select * from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::int[])
        as alert (${COUNTED_COLUMNS}, n)`),
    values: [
      alerts.map(({ domain_id }) => domain_id),
      alerts.map(({ webhook_id }) => webhook_id),
      alerts.map(({ project_id }) => project_id),
      alerts.map(({ state }) => state),
      alerts.map(({ severity }) => severity),
      alerts.map(({ opened_at }) => opened_at),
      alerts.map((_, at) => (at < before.length ? -1 : 1)),
    ],
  });
}
