import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkerCrashes } from '../application/parsing/delivery-parser.js';

/** A worker sends a sign of life every five seconds, and deletes its row when it stops. */
const HEARTBEAT_TIMEOUT = `interval '15 seconds'`;
/** How long after its last sign of life a worker may have run, and received the delivery that crashed it. */
const CRASH_GRACE_PERIOD = `interval '10 seconds'`;

/** Injection token: when the predecessor of this worker crashed (`Date`, or `null`), as the process that started it reports. */
export const PREDECESSOR_CRASHED_AT = Symbol('predecessor lost at');

@Injectable()
export class PostgresWorkerCrashes extends WorkerCrashes {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PREDECESSOR_CRASHED_AT) private readonly predecessorCrashedAt: Date | null,
  ) {
    super();
  }

  async findLastCrash(): Promise<Date | undefined> {
    const [row] = await this.dataSource.query<{ last: Date | null }[]>(
      `select max(heartbeat_at) + ${CRASH_GRACE_PERIOD} as last from worker_plugins
       where heartbeat_at < clock_timestamp() - ${HEARTBEAT_TIMEOUT}`,
    );
    // The crash of the predecessor is known at once, without waiting for a missing sign of life.
    const times = [row?.last, this.predecessorCrashedAt].flatMap((time) => time?.getTime() ?? []);
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  }
}
