import { Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { foldOnEachMachine } from './fold-on-each-machine.js';
import { LEDGER_COLUMNS } from '../../intake/tables/ledger-counts.js';

const COLUMN_LIST = LEDGER_COLUMNS.join(', ');

/** The number of deltas per statement. Small, so that the ledger can be read and written meanwhile. */
const DELTAS_PER_BATCH = 20_000;

/** Adds the deltas that accepting and processing write to the days of the ledger. */
@Injectable()
export class FoldLedger {
  constructor(private readonly pool: IngestPool) {}

  @Every(60_000)
  async execute(): Promise<void> {
    while ((await this.fold(DELTAS_PER_BATCH)) === DELTAS_PER_BATCH);
  }

  /**
   * Folds up to `deltas` deltas in one statement, so that readers of both tables see each count in exactly one of them.
   * @returns the number of deltas; 0 also while another process is folding
   */
  async fold(maxDeltas: number): Promise<number> {
    if (await isDistributed(this.pool)) {
      const statements = [addDeltasSql('ledger_delta')];
      return foldOnEachMachine(this.pool, {
        lockName: 'tocsin ledger',
        deltaTable: 'ledger_delta',
        statements,
      });
    }
    const { rows } = await this.pool.query<{ taken: number }>({
      name: 'fold ledger',
      text: `
        with turn as materialized (
          select pg_try_advisory_xact_lock(hashtext('tocsin ledger')) as mine
        ), taken as (
          delete from ledger_delta where ctid = any (array(
            select ctid from ledger_delta where (select mine from turn) limit $1))
          returning day, ${COLUMN_LIST}
        ), folded as (
          ${addDeltasSql('taken')}
        )
        select count(*)::int as taken from taken`,
      values: [maxDeltas],
    });
    return rows[0]?.taken ?? 0;
  }
}

function addDeltasSql(deltas: string): string {
  return `
    insert into ledger as stored (day, ${COLUMN_LIST})
    select day, ${LEDGER_COLUMNS.map((name) => `sum(${name})`).join(', ')} from ${deltas} group by day
    on conflict (day) do update set
      ${LEDGER_COLUMNS.map((name) => `${name} = stored.${name} + excluded.${name}`).join(', ')}`;
}
