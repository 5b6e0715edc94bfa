import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkerCrashes } from '../application/ports/worker-crashes.js';

/** A worker sends a sign of life every five seconds, and deletes its row when it stops. */
const LOST_AFTER = `interval '15 seconds'`;
/** How long after its last sign of life a worker may have run, and received the delivery that crashed it. */
const LIVED_ON = `interval '10 seconds'`;

/** Injection token: when the predecessor of this worker crashed (`Date`, or `null`), as the process that started it reports. */
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
    // The crash of the predecessor is known at once, without waiting for a missing sign of life.
    const times = [row?.last, this.predecessorLostAt].flatMap((time) => time?.getTime() ?? []);
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  }
}
