import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { cleanText, cleanTexts } from '#shared/kernel/clean-text.js';
import { formatId } from '#shared/kernel/ids.js';
import { PublicUrl } from '#shared/kernel/public-url.js';
import { inTransaction } from '#shared/platform/persistence/in-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { recordNotifiedKey, writeServiceNotices } from '../../delivery/tables/write-service-notices.js';
import { buildLinks, CONSOLE_PAGES } from '../../protocols/links.js';
import { findUnknownNames } from '../domain/calendar-copy.js';
import { findGaps, findNewGaps, type Gap } from '../domain/roster.js';
import { findReachable, readRoster, type Schedule } from '../tables/schedules.js';
import type { CalendarReading } from './read-calendar.js';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;
/** Days ahead in which gaps are looked for. */
export const GAP_DAYS = 14;
const INTERVAL_SECONDS = 300;
const MAX_RETRY_SECONDS = 3_600;
/** Milliseconds for which a calendar cannot be read before it is told. */
const FAILING_MS = 3_600_000;
const MAX_ERROR_LENGTH = 300;

/** A schedule as it was when its check began. */
export interface CheckedSchedule extends Omit<Schedule, 'reachable'> {
  readonly domain_id: string;
  readonly name: string;
  readonly updated_at: Date;
}

interface Health {
  readonly failing_since: Date | null;
  readonly read_at: Date | null;
  readonly last_error: string | null;
  readonly warnings: readonly string[];
  readonly gaps: readonly Gap[];
  readonly gaps_until: Date | null;
  readonly now: Date;
}

/** Stores what a check found, and tells subscriptions what is new, in one transaction. */
@Injectable()
export class RecordCheck {
  constructor(
    private readonly pool: QueryPool,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** @param found `null` for a rotation */
  execute(schedule: CheckedSchedule, found: CalendarReading | null): Promise<void> {
    // It quotes the calendar, in which there may be any text.
    const reading = cleanTexts(found);
    return inTransaction(this.pool, async (client) => {
      const stored = await lockHealth(client, schedule);
      if (stored === undefined) return;
      const copy = reading?.outcome === 'read' ? reading.copy : schedule.copy;
      const health = applyReading(stored, reading);
      const { now } = stored;
      const reachable = await findReachable(client, schedule.domain_id, schedule.members);
      const until = new Date(now.getTime() + GAP_DAYS * DAY_MS);
      const gaps =
        // Until a calendar has been read, nobody knows.
        schedule.rotation === null && copy === null
          ? []
          : findGaps(readRoster({ ...schedule, copy }, now.getTime(), until.getTime()), reachable);
      const unknown =
        copy === null ? [] : cleanTexts(findUnknownNames(copy, schedule.members, now.getTime() / SECOND_MS));
      await client.query({
        name: 'store the check of a schedule',
        text: `
          update on_call_health set due_at = clock_timestamp() + $2 * interval '1 s', checked_at = $3, read_at = $4,
            failing_since = $5, last_error = $6, warnings = $7, unknown_names = $8, gaps = $9, gaps_until = $10,
            next_gap_at = $11
          where on_call_id = $1`,
        values: [
          schedule.on_call_id,
          computeDelay(reading),
          now,
          health.read_at,
          health.failing_since,
          health.last_error,
          JSON.stringify(health.warnings),
          JSON.stringify(unknown),
          JSON.stringify(gaps),
          until,
          gaps[0]?.starts_at ?? null,
        ],
      });
      if (reading?.outcome === 'read')
        await client.query({
          name: 'store the copy of a calendar',
          text: 'update on_call_health set copy = $2, etag = $3, last_modified = $4 where on_call_id = $1',
          values: [schedule.on_call_id, JSON.stringify(copy), reading.etag, reading.last_modified],
        });
      const newGaps = findNewGaps(gaps, stored.gaps, stored.gaps_until?.toISOString() ?? null);
      await this.tellGaps(client, schedule, newGaps, now);
      await this.tellFailure(client, schedule, health, now);
      await this.tellUnknown(client, schedule, unknown, now);
    });
  }

  private async tellGaps(
    client: PoolClient,
    schedule: CheckedSchedule,
    [gap, ...others]: readonly Gap[],
    at: Date,
  ): Promise<void> {
    if (gap === undefined) return;
    const { starts_at, ends_at, reason } = gap;
    const why = reason === 'NOBODY' ? 'nobody is on call' : 'nobody who is on call can be told';
    const more = others.length === 0 ? '' : ` (and ${others.length} more gaps in the next ${GAP_DAYS} days)`;
    await this.write(client, schedule, at, {
      kind: 'on_call.gap',
      severity: 'WARNING',
      title: `${schedule.name}: ${why} from ${starts_at} to ${ends_at}${more}`,
      subject: { starts_at, ends_at, reason, gaps: others.length + 1 },
    });
  }

  /** Tells once in each series of failures that lasts an hour. */
  private async tellFailure(
    client: PoolClient,
    schedule: CheckedSchedule,
    { failing_since, last_error, read_at }: Health,
    at: Date,
  ): Promise<void> {
    if (failing_since === null || at.getTime() - failing_since.getTime() < FAILING_MS) return;
    const { on_call_id, domain_id, copy } = schedule;
    const key = `on_call.failing ${on_call_id} ${failing_since.toISOString()}`;
    if (!(await recordNotifiedKey(client, domain_id, key))) return;
    const rest =
      copy === null
        ? 'nobody is on call by it'
        : `the copy of ${read_at?.toISOString() ?? 'earlier'} applies`;
    await this.write(client, schedule, at, {
      kind: 'on_call.failing',
      severity: 'ERROR',
      title: `${schedule.name}: the calendar cannot be read since ${failing_since.toISOString()}; ${rest}`,
      subject: { failing_since: failing_since.toISOString(), last_error },
    });
  }

  /** Tells once for each set of names. */
  private async tellUnknown(
    client: PoolClient,
    schedule: CheckedSchedule,
    unknown: readonly string[],
    at: Date,
  ): Promise<void> {
    if (unknown.length === 0) return;
    const { on_call_id, domain_id } = schedule;
    const digest = createHash('sha256').update(JSON.stringify(unknown)).digest('base64url');
    if (!(await recordNotifiedKey(client, domain_id, `on_call.failing ${on_call_id} names ${digest}`)))
      return;
    const [first = '', ...others] = unknown;
    const more = others.length === 0 ? '' : ` and ${others.length} more`;
    await this.write(client, schedule, at, {
      kind: 'on_call.failing',
      severity: 'WARNING',
      title: `${schedule.name}: the calendar names ${first}${more}, who is no member`,
      subject: { unknown_names: cleanText(unknown.join(', ').slice(0, MAX_ERROR_LENGTH)), last_error: null },
    });
  }

  private async write(
    client: PoolClient,
    { on_call_id: uuid, domain_id, name }: CheckedSchedule,
    at: Date,
    {
      subject,
      ...notice
    }: Pick<Parameters<typeof writeServiceNotices>[1], 'kind' | 'severity' | 'title' | 'subject'>,
  ): Promise<void> {
    const on_call_id = formatId('on_call', uuid);
    const path = `/notification/v1/on-call/${on_call_id}?domain_id=${encodeURIComponent(domain_id)}`;
    await writeServiceNotices(client, {
      ...{ ...notice, domain_id, at },
      subject: { on_call_id, name, ...subject },
      links: buildLinks(this.publicUrl, path, CONSOLE_PAGES.subscriptions()),
      subject_key: `${notice.kind} ${uuid}`,
    });
  }
}

/** Locks a schedule that is still as its check read it. One that was changed since is due again already. */
async function lockHealth(
  client: PoolClient,
  { on_call_id, updated_at }: CheckedSchedule,
): Promise<Health | undefined> {
  const { rows } = await client.query<Health & { readonly updated_at: Date }>({
    name: 'lock a checked schedule',
    text: `
      select o.updated_at, h.failing_since, h.read_at, h.last_error, h.warnings, h.gaps, h.gaps_until,
        date_trunc('milliseconds', clock_timestamp()) as now
      from on_call o join on_call_health h using (on_call_id)
      where o.on_call_id = $1 for update`,
    values: [on_call_id],
  });
  const [row] = rows;
  return row?.updated_at.getTime() === updated_at.getTime() ? row : undefined;
}

function applyReading(stored: Health, reading: CalendarReading | null): Health {
  const { now } = stored;
  if (reading?.outcome === 'failed') {
    // A later time was written while the clock was ahead.
    const since = stored.failing_since !== null && stored.failing_since < now ? stored.failing_since : now;
    return {
      ...stored,
      failing_since: since,
      last_error: cleanText(reading.reason.slice(0, MAX_ERROR_LENGTH)),
    };
  }
  const warnings = reading?.outcome === 'read' ? reading.warnings : stored.warnings;
  return {
    ...stored,
    ...{ failing_since: null, last_error: null },
    read_at: reading === null ? null : now,
    warnings: reading === null ? [] : warnings,
  };
}

/** Returns the seconds until the next check. */
function computeDelay(reading: CalendarReading | null): number {
  const asked = reading?.outcome === 'failed' ? (reading.retryAfter ?? 0) : 0;
  return Math.min(Math.max(asked, INTERVAL_SECONDS), MAX_RETRY_SECONDS);
}
