import { hostname } from 'node:os';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newUuid } from '#shared/kernel/ids.js';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { RELEASE } from '#shared/platform/release.js';

const INTERVAL_MS = 5_000;

/** A process without a heartbeat for this long counts as dead: three heartbeats were missed and the fourth is due. */
export const DEAD_AFTER_SECONDS = 20;

/** What a process publishes about itself. */
export abstract class ProcessInfo {
  abstract readonly app: string;
  /** The port of the process itself, not of a load balancer. */
  abstract readonly port: number;
}

/** Records that this process is alive, with the time of the database. */
@Injectable()
export class ProcessHeartbeat implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Heartbeat');
  private readonly id = newUuid(new Date());
  private timer: NodeJS.Timeout | undefined;
  private lastBeat: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly processInfo: ProcessInfo,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.writeHeartbeat();
    this.timer = setInterval(() => (this.lastBeat = this.writeHeartbeat()), INTERVAL_MS);
  }

  /** Removes the process: after an orderly shutdown it must not show as dead. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.lastBeat;
    await this.tryWrite(() =>
      this.dataSource.query('delete from running_process where process_id = $1', [this.id]),
    );
  }

  private writeHeartbeat(): Promise<void> {
    const { app, port } = this.processInfo;
    const name = `${app}-${hostname()}-${process.pid}-${this.id.slice(-4)}`;
    return this.tryWrite(() =>
      this.dataSource.query(
        `with forgotten as (
          delete from running_process where heartbeat_at < clock_timestamp() - interval '1 day' and process_id <> $1)
        insert into running_process (process_id, app, name, address, version, heartbeat_at)
        values ($1, $2, $3, $4, $5, clock_timestamp())
        on conflict (process_id) do update set heartbeat_at = excluded.heartbeat_at`,
        [this.id, app, name, `http://${hostname()}:${port}`, RELEASE],
      ),
    );
  }

  private async tryWrite(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.logger.warn(
        `the entry of this process in running_process was not updated: ${getLogMessage(error)}`,
      );
    }
  }
}
