import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formatId } from '#shared/kernel/ids.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetLedger, type Ledger, type LedgerDay, type LedgerLoss } from '../application/get-ledger.js';
import { KEPT_PREFIX } from './delivery-log/segment-writer.js';
import { LEDGER_COLUMNS } from '../tables/ledger-counts.js';

type DayCounts = Readonly<Record<(typeof LEDGER_COLUMNS)[number] | 'pending' | 'lost' | 'kept', number>>;

interface LossRow extends Omit<LedgerLoss, 'first_delivery_id' | 'last_delivery_id' | 'delivery_count'> {
  readonly delivery_count: string;
  readonly first_segment_id: string;
  readonly last_segment_id: string;
}

const MAX_LOSSES = 100;
const COLUMN_NAMES = LEDGER_COLUMNS.join(', ');
const SUMS = LEDGER_COLUMNS.map((name) => `coalesce(sum(counted.${name}), 0)::float8 as ${name}`).join(', ');

@QueryHandler(GetLedger)
export class GetLedgerHandler implements IQueryHandler<GetLedger> {
  constructor(private readonly pool: QueryPool) {}

  /**
   * Reads all counts in one statement, so from one snapshot. Counts that another transaction is moving are then never
   * seen in two columns.
   */
  async execute({ days }: GetLedger): Promise<Ledger> {
    const { rows } = await this.pool.query<{ day: string } & DayCounts>({
      name: 'get ledger',
      text: `
        with counted as (
          select day, ${COLUMN_NAMES} from ledger union all select day, ${COLUMN_NAMES} from ledger_delta
        ), waiting as (
          select (received_at at time zone 'UTC')::date as day, sum(delivery_count) as pending
          from delivery_segment where processed_at is null group by 1
        ), missing as (
          select day, sum(delivery_count) filter (where not starts_with(reason, '${KEPT_PREFIX}')) as lost,
            sum(delivery_count) filter (where starts_with(reason, '${KEPT_PREFIX}')) as kept
          from lost_deliveries group by 1
        )
        select day::text, ${SUMS}, coalesce(max(pending), 0)::float8 as pending,
          coalesce(max(lost), 0)::float8 as lost, coalesce(max(kept), 0)::float8 as kept
        from counted full join waiting using (day) full join missing using (day)
        where day > (clock_timestamp() at time zone 'UTC')::date - $1::int
        group by day order by day desc`,
      values: [days],
    });
    const results = rows.map(({ day, ...counts }) => toLedgerDay(day, counts));
    return {
      results,
      losses: await this.readLosses(days),
      balanced: results.every(({ balanced }) => balanced),
    };
  }

  private async readLosses(days: number): Promise<LedgerLoss[]> {
    const { rows } = await this.pool.query<LossRow>({
      name: 'get losses',
      text: `
        select ${['found_at', 'first_received_at', 'last_received_at']
          .map((name) => `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`)
          .join(', ')}, reason, delivery_count, first_segment_id, last_segment_id
        from lost_deliveries
        where day > (clock_timestamp() at time zone 'UTC')::date - $1::int and not starts_with(reason, '${KEPT_PREFIX}')
        order by lost_deliveries.found_at desc limit ${MAX_LOSSES}`,
      values: [days],
    });
    return rows.map(({ delivery_count, first_segment_id, last_segment_id, ...loss }) => ({
      ...loss,
      delivery_count: Number(delivery_count),
      first_delivery_id: formatId('delivery', first_segment_id),
      last_delivery_id: formatId('delivery', last_segment_id),
    }));
  }
}

function toLedgerDay(day: string, { refused, ...counts }: DayCounts): LedgerDay {
  const { processed, quarantined, pending, lost, kept } = counts;
  // They are counted in the database only when it takes them.
  const accepted = counts.accepted + kept;
  const { parsed, created, duplicate, ignored, heartbeat, acknowledged } = counts;
  return {
    day,
    deliveries: { accepted, processed, quarantined, pending, lost, kept },
    alarms: { parsed, created, duplicate, ignored, quarantined: refused, heartbeat, acknowledged },
    balanced:
      lost === 0 &&
      accepted === processed + quarantined + pending + kept &&
      parsed === created + duplicate + ignored + refused,
  };
}
