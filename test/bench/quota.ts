import { runLoad, type LoadResult } from './run-load.js';
import { Testbed } from './testbed.js';
import { formatMilliseconds, formatNumber, printTable } from './statistics.js';

const CONNECTIONS = 32;
const QUOTAS = 1_000;
const DAYS_BEFORE = 30;

/** Measures consumption through HTTP: from a thousand quotas in turn, and from a single contended one. */
export async function benchQuota(scale: number): Promise<void> {
  const testbed = await Testbed.start();
  try {
    const { url } = await testbed.startApp('api');
    const paths = await createQuotas(testbed, url);
    const run = (quotaCount: number, duration: number) =>
      runLoad({
        url,
        paths: paths.slice(0, quotaCount),
        body: JSON.stringify({ amount: 1, domain_id: 'bench' }),
        headers: testbed.headers,
        connections: CONNECTIONS,
        duration,
      });
    await run(QUOTAS, 3 * scale);
    const allQuotas = await run(QUOTAS, 10 * scale);
    const singleQuota = await run(1, 10 * scale);
    const formatResult = ({ perSecond, p50, p99 }: LoadResult) =>
      `${formatNumber(perSecond)} consumptions/s, p50 / p99 ${formatMilliseconds(p50, p99)}`;
    printTable([
      [`${QUOTAS} quotas, ${CONNECTIONS} connections`, formatResult(allQuotas)],
      ['one hot quota', formatResult(singleQuota)],
    ]);
  } finally {
    await testbed.stop();
  }
}

/** Creates quotas with a month of past usage and returns the paths to consume from them. */
async function createQuotas(testbed: Testbed, url: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let at = 0; at < QUOTAS; at += 1) {
    const response = await fetch(`${url}/notification/v1/quotas`, {
      method: 'POST',
      headers: testbed.headers,
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
  await testbed.sql.query(
    `insert into quota_usage (domain_id, protocol_id, day, consumed, refused)
     select domain_id, protocol_id, (now() at time zone 'utc')::date - n, 100, 0
     from quota, generate_series(1, $1::int) n`,
    [DAYS_BEFORE],
  );
  return paths;
}
