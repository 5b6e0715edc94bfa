import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkerCrashes } from '../application/ports/worker-crashes.js';

/** A worker gives a sign every five seconds, and takes its row with it when it stops. */
const LOST_AFTER = `interval '15 seconds'`;
/** After its last sign it may have lived, and what it died of arrived, for so long. */
const LIVED_ON = `interval '10 seconds'`;

/** Token of when a worker before this one was lost (a `Date`, or `null`), as whoever started this one says. */
export const PREDECESSOR_LOST_AT = Symbol('predecessor lost at');

@Injectable()
export class PostgresWorkerCrashes extends WorkerCrashes {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PREDECESSOR_LOST_AT) private readonly predecessorLostAt: Date | null,
  ) {
    super();
  }

  async last(): Promise<Date | undefined> {
    const [row] = await this.dataSource.query<{ last: Date | null }[]>(
      `select max(heartbeat_at) + ${LIVED_ON} as last from worker_plugins
       where heartbeat_at < clock_timestamp() - ${LOST_AFTER}`,
    );
    // Of its predecessor it need not wait until the sign of life is missed.
    const times = [row?.last, this.predecessorLostAt].flatMap((time) => time?.getTime() ?? []);
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  }
}
