import { Injectable } from '@nestjs/common';
import { escapeIdentifier } from 'pg';
import { IngestPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';

const INTERVAL_MS = 2_000;
/** With fewer rows, a wrong plan costs less than reading the statistics. */
const MIN_ROWS = 1_000;

/**
 * Updates the planner's statistics of tables that have grown tenfold. PostgreSQL keeps the plan of a prepared statement until
 * the table is analyzed. One that was made while the table was empty may look up a row by the wrong index, and read all rows
 * of a domain. Autovacuum comes only once a minute, and a storm opens a hundred thousand alerts by then.
 */
@Injectable()
export class AnalyzeGrownTables {
  constructor(private readonly pool: IngestPool) {}

  @Every(INTERVAL_MS)
  async execute(): Promise<void> {
    const { rows: grown } = await this.pool.query<{ name: string }>({
      name: 'tables that have grown',
      text: `
        select relname as name from pg_class
        where relkind = 'r' and relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'usage')
          and pg_stat_get_live_tuples(oid) >= greatest(${MIN_ROWS}, 10 * reltuples)`,
    });
    for (const { name } of grown) await this.pool.query(`analyze (skip_locked) ${escapeIdentifier(name)}`);
  }
}
