import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { getLogMessage } from '#shared/kernel/error-message.js';
import { Encryption } from '#shared/platform/encryption.js';
import { buildDueCondition } from '#shared/platform/persistence/due-condition.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { SCHEDULE_COLUMNS } from '../tables/schedules.js';
import { decryptAddress } from './on-call.schema.js';
import { ReadCalendar, type CalendarReading } from './read-calendar.js';
import { RecordCheck, type CheckedSchedule } from './record-check.js';

/** Seconds until a check that did not end is repeated: longer than the longest check. */
const LEASE_SECONDS = 120;
/** Seconds between two checks, at most: a server may ask for an hour. */
export const MAX_DELAY_SECONDS = 3_600;
/** The maximum number of checks at a time of one process. A domain gets no more while this many of its own are going on. */
const MAX_CHECKS = 50;
const MAX_CHECKS_OF_DOMAIN = 5;
/** The maximum number of due schedules among which those to check are chosen. */
const MAX_LOOKED_AT = 200;

interface DueRow extends Omit<CheckedSchedule, 'ical_url'> {
  readonly ical_url: Buffer | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
}

/** Runs once a second in every worker. The earliest due times are the first entries of an index. */
export const TAKE_DUE = `
  with due as (
    select on_call_id, domain_id from on_call_health
    where ${buildDueCondition('due_at', MAX_DELAY_SECONDS)} and domain_id <> all($2::text[])
    order by due_at limit ${MAX_LOOKED_AT} for update skip locked
  ), ranked as (
    select on_call_id, row_number() over (partition by domain_id) as rank from due
  ), taken as (
    update on_call_health set due_at = clock_timestamp() + interval '${LEASE_SECONDS} s'
    where on_call_id in (select on_call_id from ranked where rank <= ${MAX_CHECKS_OF_DOMAIN} limit $1) returning *
  )
  select ${SCHEDULE_COLUMNS}, o.domain_id, o.name, o.ical_url, o.updated_at, h.etag, h.last_modified
  from taken h join on_call o using (on_call_id)`;

/** Checks every schedule every five minutes: reads its calendar, and looks for gaps in the next 14 days. */
@Injectable()
export class CheckOnCalls implements OnApplicationShutdown {
  private readonly logger = new Logger('OnCall');
  /** The number of checks going on, by domain. A slow calendar must not delay those of others. */
  private readonly running = new Map<string, number>();
  private readonly stop = new AbortController();

  constructor(
    private readonly pool: QueryPool,
    private readonly encryption: Encryption,
    private readonly calendars: ReadCalendar,
    private readonly record: RecordCheck,
  ) {}

  @Every(1_000)
  async execute(): Promise<void> {
    const room = MAX_CHECKS - [...this.running.values()].reduce((sum, count) => sum + count, 0);
    if (room <= 0 || this.stop.signal.aborted) return;
    const busy = [...this.running].filter(([, count]) => count >= MAX_CHECKS_OF_DOMAIN);
    const { rows } = await this.pool.query<DueRow>({
      name: 'take schedules that are due',
      text: TAKE_DUE,
      values: [room, busy.map(([domain_id]) => domain_id)],
    });
    for (const row of rows) void this.checkApart(row);
  }

  onApplicationShutdown(): void {
    this.stop.abort();
  }

  private async checkApart(row: DueRow): Promise<void> {
    const { domain_id } = row;
    this.running.set(domain_id, (this.running.get(domain_id) ?? 0) + 1);
    try {
      await this.check(row);
    } catch (error) {
      // The lease ends by itself, and the check is repeated.
      if (!this.stop.signal.aborted)
        this.logger.warn(`a schedule of ${domain_id} could not be checked: ${getLogMessage(error)}`);
    } finally {
      const left = (this.running.get(domain_id) ?? 1) - 1;
      if (left > 0) this.running.set(domain_id, left);
      else this.running.delete(domain_id);
    }
  }

  async check({ ical_url: encrypted, etag, last_modified, ...schedule }: DueRow): Promise<void> {
    let reading: CalendarReading | null = null;
    if (encrypted !== null) {
      const ical_url = decryptAddress(this.encryption, encrypted);
      const source = { ...schedule, ical_url, etag, last_modified };
      reading = await this.calendars.execute(source, this.stop.signal);
      if (this.stop.signal.aborted) return;
    }
    await this.record.execute(schedule, reading);
  }
}
