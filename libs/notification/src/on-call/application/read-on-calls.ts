import { Query } from '@nestjs/cqrs';
import { MANAGED_BY } from '#shared/kernel/managed-by.js';
import type { Scope } from '#shared/kernel/scope.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { Moment } from '#shared/query/instant.js';
import type { FilterOf, InfoOf, RecordFields } from '#shared/query/record.js';
import type { Cause, Gap } from '../domain/roster.js';

export const ON_CALL_SOURCES = ['ROTATION', 'CALENDAR'] as const;

export const ON_CALL_HEALTH = {
  checked_at: {
    type: 'date',
    nullable: true,
    description: 'When the schedule was last checked, which happens every five minutes.',
  },
  read_at: {
    type: 'date',
    nullable: true,
    description: 'When the calendar was last read successfully; null for a rotation.',
  },
  failing_since: {
    type: 'date',
    nullable: true,
    description:
      'Since when the calendar cannot be read; null if it can. Meanwhile the last copy that could be read applies.',
  },
  last_error: { type: 'text', nullable: true, description: 'Why the calendar cannot be read.' },
  warnings: {
    type: 'json',
    description: 'Parts of the calendar that could not be read, and were left out.',
    example: ['The time zone Local is not known; its times are read as Europe/Berlin'],
  },
  unknown_names: {
    type: 'json',
    description:
      'Whom current and future events of the calendar name that are no members. Nobody is on call by these events.',
    example: ['Erika Mustermann'],
  },
  gaps: {
    type: 'json',
    description: 'When nobody would be told in the next 14 days.',
    example: [
      { starts_at: '2026-11-21T08:00:00.000Z', ends_at: '2026-11-21T20:00:00.000Z', reason: 'NOBODY' },
    ],
  },
  next_gap_at: {
    type: 'date',
    nullable: true,
    description: 'When the first of the gaps begins; null if there is none.',
  },
} as const satisfies RecordFields;

/** A schedule as the API returns it. */
export const ON_CALL = {
  on_call_id: { type: 'id', kind: 'on_call' },
  name: { type: 'text', max: 255, example: 'Database team' },
  source: {
    type: 'enum',
    name: 'OnCallSource',
    values: ON_CALL_SOURCES,
    description: 'Whether members take turns (ROTATION), or the events of a calendar apply (CALENDAR).',
  },
  timezone: {
    type: 'text',
    max: 64,
    example: 'Europe/Berlin',
    description:
      'The time zone of hand-offs, and of events of the calendar that last whole days or name no time zone.',
  },
  members: { type: 'json', description: 'The people who can be on call.', example: [] },
  rotation: {
    type: 'json',
    nullable: true,
    description: 'How members take turns; null if a calendar says who is on call.',
    example: null,
  },
  ical_url: {
    type: 'text',
    nullable: true,
    column: 'ical_url_shown',
    description:
      'The address of the calendar, shown without its path, which is a secret; null if members take turns.',
    example: 'https://calendar.example.com/***',
  },
  overrides: {
    type: 'json',
    description: 'Times in which other members are on call than the rotation or calendar says.',
    example: [],
  },
  health: {
    type: 'object',
    name: 'OnCallHealth',
    fields: ON_CALL_HEALTH,
    description: 'What the last check found.',
  },
  created_by: {
    type: 'text',
    description: 'The user of the key, or `root` for the root key.',
    example: 'jane@example.com',
  },
  managed_by: MANAGED_BY,
  domain_id: { type: 'callerId' },
  created_at: { type: 'date' },
  updated_at: { type: 'date', description: 'The time of the last change, not counting changes of `health`.' },
} as const satisfies RecordFields;

export type OnCallInfo = InfoOf<typeof ON_CALL>;

/** The fields by which a list of schedules can be filtered without a query. */
export const ON_CALL_FILTER = ['on_call_id', 'name', 'source', 'created_by'] as const;

export type OnCallFilter = FilterOf<typeof ON_CALL, (typeof ON_CALL_FILTER)[number]>;

/** @throws ERROR_NOT_FOUND */
export class GetOnCall extends GetRecord<OnCallInfo> {}

/** Returns schedules, the newest first. */
export class ListOnCalls extends ListRecords<OnCallInfo, OnCallFilter> {}

/** Returns statistics of schedules. Without a query: the number of each source. */
export class StatOnCalls extends StatRecords {}

export interface OnCallPerson {
  readonly name: string;
  readonly email: string | null;
  readonly subscription_id: string;
  /** Whether the subscription exists and is enabled. */
  readonly reachable: boolean;
}

export const ON_CALL_STATES = ['ON_CALL', 'NOBODY', 'UNKNOWN'] as const;

/** Who is on call for a time. */
export interface OnCallWatch {
  readonly members: readonly OnCallPerson[];
  /** `null`: nobody is on call. */
  readonly because: Cause | null;
  /** Summaries of events, or the reasons of overrides. */
  readonly details: readonly string[];
}

export interface OnCallAnswer extends OnCallWatch {
  readonly on_call_id: string;
  readonly time: string;
  /** UNKNOWN: the calendar has not been read, or its copy does not reach to this time. */
  readonly state: (typeof ON_CALL_STATES)[number];
  /** `null`: nothing changes in the time that is looked at. */
  readonly next_change: (OnCallWatch & { readonly at: string }) | null;
}

/** Returns who is on call at a time, why, and what changes next. @throws ERROR_NOT_FOUND, ERROR_INVALID_PARAMETER */
export class GetOnCallAt extends Query<OnCallAnswer> {
  constructor(
    readonly scope: Scope,
    readonly on_call_id: string,
    /** Default: now. */
    readonly time?: Moment,
  ) {
    super();
  }
}

export interface OnCallShift extends OnCallWatch {
  readonly starts_at: string;
  readonly ends_at: string;
}

export interface OnCallShifts {
  readonly on_call_id: string;
  readonly from: string;
  readonly to: string;
  /** The times in which somebody is on call, without overlaps. */
  readonly shifts: readonly OnCallShift[];
  readonly gaps: readonly Gap[];
}

/** Returns the shifts and gaps between two times. @throws ERROR_NOT_FOUND, ERROR_INVALID_PARAMETER */
export class GetOnCallShifts extends Query<OnCallShifts> {
  constructor(
    readonly scope: Scope,
    readonly on_call_id: string,
    /** Default: now. */
    readonly from?: Moment,
    /** Default: 14 days after `from`. */
    readonly to?: Moment,
  ) {
    super();
  }
}
