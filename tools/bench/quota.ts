import { load, type LoadResult } from './load.js';
import { Stage } from './stage.js';
import { milliseconds, number, print } from './statistics.js';

const CONNECTIONS = 32;
const QUOTAS = 1_000;
const DAYS_BEFORE = 30;

/** Measures consumption through HTTP: from a thousand quotas in turn, and from a single contended one. */
export async function benchQuota(scale: number): Promise<void> {
  const stage = await Stage.set();
  try {
    const { url } = await stage.startApp('api');
    const paths = await createQuotas(stage, url);
    const run = (among: number, duration: number) =>
      load({
        url,
        paths: paths.slice(0, among),
        body: JSON.stringify({ amount: 1, domain_id: 'bench' }),
        headers: stage.headers,
        connections: CONNECTIONS,
        duration,
      });
    await run(QUOTAS, 3 * scale);
    const different = await run(QUOTAS, 10 * scale);
    const hot = await run(1, 10 * scale);
    const figures = ({ perSecond, p50, p99 }: LoadResult) =>
      `${number(perSecond)} consumptions/s, p50 / p99 ${milliseconds(p50, p99)}`;
    print([
      [`${QUOTAS} quotas, ${CONNECTIONS} connections`, figures(different)],
      ['one hot quota', figures(hot)],
    ]);
  } finally {
    await stage.strike();
  }
}

/** Creates quotas with a month of past usage and returns the paths to consume from them. */
async function createQuotas(stage: Stage, url: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let at = 0; at < QUOTAS; at += 1) {
    const response = await fetch(`${url}/notification/v1/quotas`, {
      method: 'POST',
      headers: stage.headers,
      body: JSON.stringify({
        protocol_id: `protocol-${at}`,
        domain_id: 'bench',
        limit: { day: 100_000_000, month: 1_000_000_000 },
      }),
    });
    const { quota_id } = (await response.json()) as { quota_id?: string };
    if (quota_id === undefined) throw new Error(`no quota: ${response.status}`);
    paths.push(`/notification/v1/quota/${quota_id}/consume`);
  }
  await stage.sql.query(
    `insert into quota_usage (domain_id, protocol_id, day, consumed, refused)
     select domain_id, protocol_id, (now() at time zone 'utc')::date - n, 100, 0
     from quota, generate_series(1, $1::int) n`,
    [DAYS_BEFORE],
  );
  return paths;
}
