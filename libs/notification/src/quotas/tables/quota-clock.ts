import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';

/** The clock by which the days and months of quotas begin, for all processes at once. Tests replace it. */
export abstract class QuotaClock {
  abstract now(sql: Pick<ClientBase, 'query'>): Date | Promise<Date>;
}

/** The clock of the database, at the time of the call and not at the beginning of the transaction. */
@Injectable()
export class DatabaseQuotaClock extends QuotaClock {
  async now(sql: Pick<ClientBase, 'query'>): Promise<Date> {
    const { rows } = await sql.query<{ now: Date }>({
      name: 'time of quotas',
      text: 'select clock_timestamp() as now',
    });
    const [row] = rows;
    if (row === undefined) throw new Error('the database did not tell the time');
    return row.now;
  }
}
