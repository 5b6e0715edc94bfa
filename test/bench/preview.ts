import { formatId } from '#shared/kernel/ids.js';
import { Testbed } from './testbed.js';
import { formatNumber, readPeakMemory, printTable } from './statistics.js';

const DAYS = 30;
/** Changes of each alert: opened, escalated, acknowledged, resolved. */
const CHANGES_PER_ALERT = 4;

const SUBSCRIPTION_ID = '00000000-0000-7000-8000-000000000002';

interface Preview {
  readonly notifications: number;
  readonly quota: { readonly exceeded_at: string | null };
  readonly difference: { readonly missing: number } | null;
}

/** Measures previews over a month of changes, and how long searches take meanwhile. */
export async function benchPreview(changes: number): Promise<void> {
  const testbed = await Testbed.start();
  try {
    const { url, pid } = await testbed.startApp('api');
    await fill(testbed, changes);
    const size = await measureSize(testbed);
    const requestPreview = async (path: string, body: object) => {
      const startedAt = performance.now();
      const preview = await testbed.post<Preview>(`${url}/notification/v1/${path}`, {
        ...{ domain_id: 'bench', days: DAYS },
        ...body,
      });
      return { preview, seconds: (performance.now() - startedAt) / 1000 };
    };
    const previewDraft = (more: object) =>
      requestPreview('subscriptions/preview', { protocol_id: 'webhook', ...more });
    await testbed.post(`${url}/notification/v1/quotas`, {
      domain_id: 'bench',
      protocol_id: 'webhook',
      limit: { day: Math.round(changes / DAYS / 2) },
    });
    const before = await readPeakMemory(pid);
    const everyChange = await previewDraft({});
    const narrow = await previewDraft({
      filter: [
        { k: 'severity', v: 'ERROR', o: 'gte' },
        { k: 'title', v: 'disk', o: 'contain' },
      ],
    });
    const searches = startSearches(testbed, url);
    const subscription = await insertSubscription(testbed);
    const savedPreview = await requestPreview(`subscription/${subscription}/preview`, {
      kinds: ['alert.opened'],
    });
    const slowest = await searches.stop();
    const formatResult = ({ preview, seconds }: Awaited<ReturnType<typeof requestPreview>>) =>
      `${seconds.toFixed(1)} s, ${formatNumber(preview.notifications)} notifications`;
    printTable([
      [`${formatNumber(changes)} changes in ${DAYS} days`, `${(size / changes).toFixed(0)} bytes each`],
      ['every change, with a quota that ends each day', formatResult(everyChange)],
      ['two conditions', formatResult(narrow)],
      ['a draft beside the present one', formatResult(savedPreview)],
      ['the slowest search of alerts beside it', `${slowest.toFixed(0)} ms`],
      ['memory more of the API at its peak', `${((await readPeakMemory(pid)) - before).toFixed(0)} MB`],
    ]);
  } finally {
    await testbed.stop();
  }
}

/** Inserts a subscription to all kinds of changes and returns its id. */
async function insertSubscription({ sql }: Testbed): Promise<string> {
  const kinds = ['opened', 'escalated', 'acknowledged', 'resolved'].map((kind) => `alert.${kind}`);
  await sql.query(
    `insert into subscription (subscription_id, domain_id, name, state, protocol_id, options, kinds, filter, filter_or,
       created_at, updated_at)
     values ($1, 'bench', 'all', 'ENABLED', 'webhook', '{}', $2, '[]', '[]', now(), now())`,
    [SUBSCRIPTION_ID, JSON.stringify(kinds)],
  );
  return formatId('subscription', SUBSCRIPTION_ID);
}

/** Searches repeatedly until it is stopped, and returns the duration of the slowest search. */
function startSearches(testbed: Testbed, url: string) {
  const stopped = new AbortController();
  const run = async () => {
    let slowest = 0;
    while (!stopped.signal.aborted) {
      const startedAt = performance.now();
      await testbed.post(`${url}/monitoring/v1/alerts/search`, {
        domain_id: 'bench',
        query: { page: { limit: 20 } },
      });
      slowest = Math.max(slowest, performance.now() - startedAt);
    }
    return slowest;
  };
  const running = run();
  return {
    stop: () => {
      stopped.abort();
      return running;
    },
  };
}

async function measureSize({ sql }: Testbed): Promise<number> {
  const { rows } = await sql.query<{ size: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as size from pg_inherits where inhparent = 'alert_change'::regclass`,
  );
  return Number(rows[0]?.size);
}

/** Inserts alerts and their changes, evenly over the days, as processing would have written them. */
async function fill({ sql }: Testbed, changes: number): Promise<void> {
  const client = await sql.connect();
  try {
    await client.query(LOWEST_UUID_SQL);
    await client.query(CREATE_PARTITIONS_SQL);
  } finally {
    client.release();
  }
  await sql.query(
    `insert into alert (domain_id, alert_id, webhook_id, project_id, event_key, state, severity, title, opened_at,
       last_received_at, event_count, duplicate_count)
     select 'bench', overlay(md5(n::text) placing substr(to_hex(1700000000000 + n), 1, 8) from 1 for 8)::uuid,
       '00000000-0000-7000-8000-000000000001', 'p' || n % 10, 'key ' || n, 'RESOLVED',
       (array['CRITICAL', 'ERROR', 'WARNING', 'INFO'])[1 + n % 4], (array['disk full', 'cpu high', 'host down'])[1 + n % 3]
         || ' on host ' || n, now(), now(), 1, 0
     from generate_series(1, $1::int) n`,
    [changes / CHANGES_PER_ALERT],
  );
  await sql.query(
    `insert into alert_change (xid, change_id, domain_id, alert_id, kind, state_before, state,
       severity_before, severity, changed_at)
     select (1000 + n)::text::xid8,
       overlay(md5(n::text) placing lpad(to_hex(at), 12, '0') from 1 for 12)::uuid,
       'bench', overlay(md5(a::text) placing substr(to_hex(1700000000000 + a), 1, 8) from 1 for 8)::uuid,
       (array['opened', 'escalated', 'acknowledged', 'resolved'])[1 + n % 4], 'OPEN', 'OPEN', 'ERROR',
       (array['CRITICAL', 'ERROR', 'WARNING', 'INFO'])[1 + a % 4], to_timestamp(at / 1000.0)
     from (
       select n, 1 + (n / ${CHANGES_PER_ALERT})::int % ($1::int / ${CHANGES_PER_ALERT}) as a,
         (extract(epoch from now() - interval '${DAYS} days') * 1000 + n::float8 * ${DAYS * 86_400_000} / $1)::bigint as at
       from generate_series(0, $1::int - 1) n
     ) as made`,
    [changes],
  );
  await sql.query('vacuum analyze alert, alert_change');
}

/** Returns the lowest UUIDv7 of a day. */
const LOWEST_UUID_SQL = `
  create function pg_temp.lowest(day date) returns uuid language sql as
  $f$ select overlay('00000000-0000-0000-0000-000000000000' placing
    regexp_replace(lpad(to_hex((extract(epoch from day) * 1000)::bigint), 12, '0'), '^(.{8})', '\\1-') from 1 for 13)::uuid $f$`;

const CREATE_PARTITIONS_SQL = `
  do $$ declare day date; name text; begin
    for day in select generate_series((now() at time zone 'utc')::date - ${DAYS + 1},
      (now() at time zone 'utc')::date, '1 day') loop
      name := 'alert_change_p' || to_char(day, 'YYYYMMDD');
      if to_regclass(name) is null then
        execute format('create table %I (like alert_change including all)', name);
        execute format('alter table alert_change attach partition %I for values from (%L) to (%L)', name,
          pg_temp.lowest(day), pg_temp.lowest(day + 1));
      end if;
    end loop;
  end $$`;
