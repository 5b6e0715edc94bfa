import { Injectable } from '@nestjs/common';
import { TaskProcessUnavailableError } from '#shared/platform/task-process.js';
import { NoResponseError, OutgoingHttp } from '../../protocols/outgoing-http.js';
import { parseRetryAfter } from '../../protocols/post-attempt.js';
import { DAYS_AHEAD, DAYS_BACK, type CalendarCopy } from '../domain/calendar-copy.js';
import { CalendarPool } from './calendar-pool.js';
import { CalendarError, type ExpandedCalendar } from './calendar-task.js';

const DAY_MS = 86_400_000;
const MAX_MIB = 5;
const TIMEOUT_MS = 30_000;
/** A calendar that is said to be unchanged is read again when its copy reaches less far ahead. */
const MIN_DAYS_AHEAD = 35;
const MAX_HEADER_LENGTH = 1_024;

/** A calendar to read. */
export interface CalendarSource {
  readonly domain_id: string;
  readonly ical_url: string;
  readonly timezone: string;
  readonly copy: CalendarCopy | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly now: Date;
}

export type CalendarReading =
  | { readonly outcome: 'unchanged' }
  | {
      readonly outcome: 'read';
      readonly copy: CalendarCopy;
      readonly warnings: ExpandedCalendar['warnings'];
      readonly etag: string | null;
      readonly last_modified: string | null;
    }
  | {
      readonly outcome: 'failed';
      /** The end of a sentence that begins with the calendar. */
      readonly reason: string;
      /** Seconds until the next attempt, as the server asks. */
      readonly retryAfter?: number | undefined;
    };

/** Reads a calendar from its address, and finds its shifts of the next weeks. */
@Injectable()
export class ReadCalendar {
  constructor(
    private readonly http: OutgoingHttp,
    private readonly pool: CalendarPool,
  ) {}

  async execute(source: CalendarSource, signal: AbortSignal): Promise<CalendarReading> {
    try {
      return await this.read(source, signal);
    } catch (error) {
      if (error instanceof NoResponseError || error instanceof CalendarError)
        return { outcome: 'failed', reason: error.message };
      if (error instanceof TaskProcessUnavailableError)
        return { outcome: 'failed', reason: 'cannot be read now: its process cannot be started' };
      throw error;
    }
  }

  private async read(source: CalendarSource, signal: AbortSignal): Promise<CalendarReading> {
    const { domain_id, timezone, now } = source;
    const limits = { signal, timeoutMs: TIMEOUT_MS, maxBytes: MAX_MIB * 1024 * 1024 };
    const response = await this.http.download(source.ical_url, buildHeaders(source), limits);
    const { status, headers, text } = response;
    if (status === 304) return { outcome: 'unchanged' };
    if (status !== 200)
      return {
        outcome: 'failed',
        reason: `answered ${status}`,
        retryAfter: parseRetryAfter(headers['retry-after'], now),
      };
    const from = now.getTime() - DAYS_BACK * DAY_MS;
    const until = now.getTime() + DAYS_AHEAD * DAY_MS;
    const { warnings, ...shifts } = await this.pool.expand({ text, timezone, from, until }, domain_id);
    return {
      outcome: 'read',
      copy: { from: new Date(from).toISOString(), until: new Date(until).toISOString(), ...shifts },
      warnings,
      etag: keepHeader(headers.etag),
      last_modified: keepHeader(headers['last-modified']),
    };
  }
}

function buildHeaders({ copy, etag, last_modified, now }: CalendarSource): Readonly<Record<string, string>> {
  const headers = { accept: 'text/calendar, */*;q=0.1' };
  const isCopyLong = copy !== null && Date.parse(copy.until) > now.getTime() + MIN_DAYS_AHEAD * DAY_MS;
  if (!isCopyLong) return headers;
  return {
    ...headers,
    ...(etag !== null && { 'if-none-match': etag }),
    ...(last_modified !== null && { 'if-modified-since': last_modified }),
  };
}

const keepHeader = (value: string | undefined): string | null =>
  value === undefined || value.length > MAX_HEADER_LENGTH ? null : value;
