import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';

/** Removes expired sessions. An ended session is kept until it expires, so that its sign-in token cannot be used again. */
@Injectable()
export class SessionRetention {
  constructor(private readonly dataSource: DataSource) {}

  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    await this.dataSource.query(`delete from session where expires_at < statement_timestamp()`);
  }
}
