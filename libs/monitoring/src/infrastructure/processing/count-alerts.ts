/** What an alert is counted by. */
export const COUNTED = 'domain_id, webhook_id, project_id, state, severity, opened_at';

/**
 * Counts what the same statement changes of alerts, where no trigger does it: a distributed table has none.
 * @param rows each a select of {@link COUNTED} and of `n`: 1, or -1 for how it was before
 */
export function countAlerts(rows: readonly string[]): string {
  return `
    insert into alert_roll_up_delta (domain_id, webhook_id, project_id, state, severity, hour, count)
    select domain_id, webhook_id, project_id, state, severity, date_trunc('hour', opened_at, 'UTC'), sum(n)
    from (${rows.join(' union all ')}) as changed
    group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict do nothing`;
}
