import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Every, HOUR_MS } from '#shared/schedule/every.decorator.js';

/** Forgets sessions that are over. Until then one that was ended keeps its sign-in token from being used again. */
@Injectable()
export class SessionRetention {
  constructor(private readonly dataSource: DataSource) {}

  @Every(HOUR_MS, { atStart: true })
  async enforce(): Promise<void> {
    await this.dataSource.query(`delete from session where expires_at < statement_timestamp()`);
  }
}
