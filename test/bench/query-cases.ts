/** A query of the API and the same query in hand-written SQL. */
export interface QueryCase {
  readonly label: string;
  readonly path: 'search' | 'stat';
  readonly query: object;
  /** The hand-written SQL; $1 is the domain. */
  readonly sql: string;
  /** Hand-written SQL for the total count that a list returns as well. */
  readonly count?: string;
}

export const COLUMNS = `event_id, event_key, event_type, title, description, severity, rule, resource_id, resource_type,
  resource_name, provider, account, image_url, raw_data::text, additional_info::text, alert_id, webhook_id, project_id,
  domain_id, delivery_id, plugin_id, plugin_version, created_at, occurred_at, stored_at`;

const sinceSql = (time: string) => `created_at >= ${time} and event_id >= (rpad(lpad(to_hex(
  (extract(epoch from ${time}) * 1000)::bigint), 12, '0'), 32, '0'))::uuid`;
const recentFilter = (time: string) => ({ k: 'created_at', v: time, o: 'timediff_gte' });
const countAggregate = (keys: object[]) => [{ group: { keys, fields: [{ name: 'n', operator: 'count' }] } }];

/** @param webhook a webhook of the large domain: its id in the API and its uuid in the database */
export function queryCases(webhook: { readonly id: string; readonly uuid: string }): readonly QueryCase[] {
  const severeSql = `from event where domain_id = $1 and severity = 'CRITICAL' and webhook_id = '${webhook.uuid}'
    and ${sinceSql(`now() - interval '1 day'`)}`;
  const keywordSql = `from event where domain_id = $1 and title ilike '%abcde%' and ${sinceSql(`now() - interval '7 days'`)}`;
  return [
    {
      label: 'first page of the large domain',
      path: 'search',
      query: { page: { limit: 100 } },
      sql: `select ${COLUMNS} from event where domain_id = $1 order by event_id desc limit 100`,
      count: 'select count(*) from event where domain_id = $1',
    },
    {
      label: 'a severity of a webhook, the last day',
      path: 'search',
      query: {
        filter: [
          recentFilter('now - 1d'),
          { k: 'severity', v: 'CRITICAL', o: 'eq' },
          { k: 'webhook_id', v: webhook.id, o: 'eq' },
        ],
      },
      sql: `select ${COLUMNS} ${severeSql} order by event_id desc limit 100`,
      count: `select count(*) ${severeSql}`,
    },
    {
      label: 'a keyword, the last 7 days',
      path: 'search',
      query: { filter: [recentFilter('now - 7d')], keyword: 'abcde' },
      sql: `select ${COLUMNS} ${keywordSql} order by event_id desc limit 100`,
      count: `select count(*) ${keywordSql}`,
    },
    {
      label: 'stat by hour, 24 hours',
      path: 'stat',
      query: {
        filter: [recentFilter('now - 24h')],
        aggregate: countAggregate([{ key: 'created_at', date_format: '%d %H' }]),
      },
      sql: `select to_char(created_at at time zone 'UTC', 'DD HH24'), count(*) from event
        where domain_id = $1 and ${sinceSql(`now() - interval '1 day'`)} group by 1`,
    },
    {
      label: 'stat by day and severity, 30 days',
      path: 'stat',
      query: {
        filter: [recentFilter('now/d - 30d')],
        aggregate: countAggregate([{ key: 'created_at', date_format: '%Y-%m-%d' }, { key: 'severity' }]),
      },
      sql: `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), severity, count(*) from event
        where domain_id = $1 and ${sinceSql(`now() - interval '30 days'`)} group by 1, 2`,
    },
    {
      label: 'total_count of the large domain',
      path: 'search',
      query: { count_only: true },
      sql: 'select count(*) from event where domain_id = $1',
    },
  ];
}
