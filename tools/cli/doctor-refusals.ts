import type { Pool } from 'pg';
import { formatId } from '#shared/kernel/ids.js';
import { nameSome, type Finding } from './finding.js';
import type { Session } from './session.js';

const MAX_WEBHOOKS = 5;
const WITHIN_HOURS = 24;
/** Senders repeat what is answered with this status. */
const UNAVAILABLE = 503;
const DAY_MS = WITHIN_HOURS * 60 * 60 * 1000;

interface RefusedDeliveries {
  readonly webhook_id: string;
  readonly name: string;
  readonly status: number;
  readonly count: number;
  readonly last_reason: string;
}

/** Finds webhooks of all domains that refused deliveries today. */
export async function checkRefusals(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<RefusedDeliveries>(
    `select webhook_id, name, status::int, count::int, last_reason
     from webhook_refusal join webhook using (domain_id, webhook_id)
     where deleted_at is null and status <> $1 and last_at > clock_timestamp() - make_interval(hours => $2)
     order by last_at desc limit 1000`,
    [UNAVAILABLE, WITHIN_HOURS],
  );
  return describeRefusals(rows.map((row) => ({ ...row, webhook_id: formatId('webhook', row.webhook_id) })));
}

/** The same over HTTP, for the webhooks that the key of the session can read. */
export async function checkRefusalsAsCaller({ tocsin, domain }: Session): Promise<Finding> {
  const query = { filter: [{ k: 'health.refused_count', v: 0, o: 'gt' as const }], page: { limit: 100 } };
  const { results } = await tocsin.call('searchWebhooks', { body: { ...domain, query } });
  const refused = results.flatMap(({ webhook_id = '', name = '', health }) =>
    (health?.refused ?? []).flatMap(({ status = 0, count = 0, last_at = '', last_reason = '' }) =>
      status !== UNAVAILABLE && Date.now() - Date.parse(last_at) < DAY_MS
        ? [{ webhook_id, name, status, count, last_reason }]
        : [],
    ),
  );
  return describeRefusals(refused);
}

function describeRefusals(refused: readonly RefusedDeliveries[]): Finding {
  const check = 'refused deliveries';
  if (refused.length === 0) return { check, state: 'ok', message: `none in the last ${WITHIN_HOURS} hours` };
  const webhooks = [...Map.groupBy(refused, ({ webhook_id }) => webhook_id)];
  const names = webhooks.map(([webhook_id, statuses]) => {
    const counts = statuses.map(({ status, count }) => `${count} with ${status}`).join(', ');
    return `${webhook_id} (${statuses[0]?.name}): ${counts}, "${statuses[0]?.last_reason}"`;
  });
  return {
    check,
    state: 'warning',
    message: nameSome(names, MAX_WEBHOOKS, 'more webhooks').join('; '),
    remedy:
      'Most senders do not repeat these deliveries. Read health.refused of the webhooks, and correct their senders.',
  };
}
