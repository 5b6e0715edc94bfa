import { Query } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import type { Moment } from '#shared/query/instant.js';
import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { OnCallFilter, OnCallInfo } from '../domain/on-call-record.js';
import type { Cause, Gap } from '../domain/roster.js';

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
