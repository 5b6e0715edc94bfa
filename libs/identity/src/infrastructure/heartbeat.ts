import { hostname } from 'node:os';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DataSource } from 'typeorm';
import { newUuid } from '#shared/kernel/ids.js';
import { messageOf } from '#shared/kernel/message-of.js';
import { RELEASE } from '#shared/platform/release.js';

const EVERY_MS = 5_000;

/** A process without a heartbeat for this long counts as dead: three heartbeats were missed and the fourth is due. */
export const DEAD_AFTER_SECONDS = 20;

/** What a process publishes about itself. */
export abstract class ThisProcess {
  abstract readonly app: string;
  /** The port of the process itself, not of a load balancer. */
  abstract readonly port: number;
}

/** Records that this process is alive, with the time of the database. */
@Injectable()
export class Heartbeat implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Heartbeat');
  private readonly id = newUuid(new Date());
  private timer: NodeJS.Timeout | undefined;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly self: ThisProcess,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => (this.last = this.beat()), EVERY_MS);
  }

  /** Removes the process: after an orderly shutdown it must not show as dead. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.last;
    await this.tell(() =>
      this.dataSource.query('delete from running_process where process_id = $1', [this.id]),
    );
  }

  private beat(): Promise<void> {
    const { app, port } = this.self;
    const name = `${app}-${hostname()}-${process.pid}-${this.id.slice(-4)}`;
    return this.tell(() =>
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

  private async tell(write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.logger.warn(`the entry of this process in running_process was not updated: ${messageOf(error)}`);
    }
  }
}
