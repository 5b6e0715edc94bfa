import { Inject, Injectable } from '@nestjs/common';
import { isDistributed } from '#shared/platform/persistence/distribution.js';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { LedgerBook } from '../application/ports/ledger-book.js';
import { foldOnEachMachine } from '../../persistence/fold-on-each-machine.js';

const FIGURES = [
  'accepted',
  'processed',
  'quarantined',
  'parsed',
  'created',
  'duplicate',
  'ignored',
  'refused',
];
const NAMES = FIGURES.join(', ');

@Injectable()
export class PostgresLedgerBook extends LedgerBook {
  constructor(@Inject(IngestPool) private readonly pool: IngestPool) {
    super();
  }

  /** One statement: whoever reads both tables sees a count in one of them, always. */
  async fold(deltas: number): Promise<number> {
    if (await isDistributed(this.pool)) {
      const add = [addFrom('ledger_delta')];
      return foldOnEachMachine(this.pool, { turn: 'tocsin ledger', deltas: 'ledger_delta', add });
    }
    const { rows } = await this.pool.query<{ taken: number }>({
      name: 'fold ledger',
      text: `
        with turn as materialized (
          select pg_try_advisory_xact_lock(hashtext('tocsin ledger')) as mine
        ), taken as (
          delete from ledger_delta where ctid = any (array(
            select ctid from ledger_delta where (select mine from turn) limit $1))
          returning day, ${NAMES}
        ), folded as (
          ${addFrom('taken')}
        )
        select count(*)::int as taken from taken`,
      values: [deltas],
    });
    return rows[0]?.taken ?? 0;
  }
}

function addFrom(deltas: string): string {
  return `
    insert into ledger as stored (day, ${NAMES})
    select day, ${FIGURES.map((name) => `sum(${name})`).join(', ')} from ${deltas} group by day
    on conflict (day) do update set
      ${FIGURES.map((name) => `${name} = stored.${name} + excluded.${name}`).join(', ')}`;
}
