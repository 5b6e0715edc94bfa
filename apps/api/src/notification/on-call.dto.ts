import {
  GAP_REASONS,
  LOCAL_DATE_PATTERN,
  MAX_MEMBERS,
  MAX_OVERRIDES,
  ON_CALL,
  ON_CALL_FILTER,
  SHIFT_PATTERN,
  SHIFT_REASON,
} from '#notification';
import { WEEKDAYS, type Weekday } from '#shared/kernel/weekdays.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { declareField, type FieldOptions } from '../http/body/field.js';
import {
  DateField,
  EnumField,
  IdField,
  ListField,
  NameField,
  NestedField,
  OnlyField,
  QueryField,
  TextField,
  UserIdField,
} from '../http/body/fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { MomentField } from '../http/body/moment-field.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { TimeOfDayField } from './silence.dto.js';

const SUBSCRIPTION_ID = { description: 'The subscription by which the person is told.' };
const MEMBER_NAME = {
  description: 'Unique in the schedule. Rotations, overrides and the summaries of events name it.',
  example: 'Jane Doe',
};
const MEMBERS = { max: MAX_MEMBERS, description: 'The people who can be on call, each with a subscription.' };
const TIMEZONE = {
  max: 64,
  description: 'A name of the IANA time zone database: that of hand-offs, and of events that name none.',
  example: 'Europe/Berlin',
};
const ROTATION = { description: 'How members take turns. Required, unless `ical_url` is given.' };
const ICAL_URL = {
  max: 2_048,
  description:
    'The address of an iCalendar, which is read every five minutes. Its events name members: by the e-mail address of an ' +
    'attendee, or else by a summary that is the name of a member.',
  example: 'https://calendar.example.com/on-call.ics',
};
const OVERRIDES = {
  max: MAX_OVERRIDES,
  description: 'Times in which these members are on call, and nobody else. Replaced as a whole.',
};

export class OnCallMember {
  @NameField(MEMBER_NAME)
  name!: string;

  @UserIdField({
    required: false,
    nullable: true,
    description: 'By which the attendees of events are recognized.',
    example: 'jane@example.com',
  })
  email?: string | null;

  @IdField('subscription', SUBSCRIPTION_ID)
  subscription_id!: string;
}

export class OnCallHandoff {
  @TimeOfDayField({ description: 'The local time at which the next member takes over.', example: '09:00' })
  time!: string;

  @EnumField(WEEKDAYS, {
    name: 'Weekday',
    required: false,
    nullable: true,
    description: 'The day, for shifts of whole weeks. Default: MON.',
    example: 'MON',
  })
  day?: Weekday | null;
}

export class OnCallRotation {
  @ListField('text', {
    required: false,
    max: MAX_MEMBERS,
    description: 'The names of members in the order of their shifts. Default: all members.',
    example: ['Jane Doe'],
  })
  members?: string[];

  @ShiftField({ description: 'The length of a shift in hours, days or weeks.', example: '1w' })
  shift!: string;

  @NestedField(OnCallHandoff)
  handoff!: OnCallHandoff;

  @LocalDateField({
    required: false,
    description:
      'The local date of the first shift, which is that of the first member. Default: that of the last hand-off.',
    example: '2026-11-23',
  })
  starts_on?: string;
}

export class OnCallOverride {
  @ListField('text', {
    max: MAX_MEMBERS,
    description: 'The names of the members who are on call.',
    example: ['Jane Doe'],
  })
  members!: string[];

  @MomentField({ description: 'A time, or a relative time.', example: 'now' })
  starts_at!: string;

  @MomentField({ description: 'A time, or a relative time. Exclusive.', example: 'now + 8h' })
  ends_at!: string;

  @TextField({ required: false, nullable: true, max: 1024, example: 'Swapped with Max' })
  reason?: string | null;
}

export class CreateOnCallRequest extends DomainRequest {
  @NameField({ example: 'Database team' })
  name!: string;

  @TextField(TIMEZONE)
  timezone!: string;

  @ListField(OnCallMember, MEMBERS)
  members!: OnCallMember[];

  @NestedField(OnCallRotation, { required: false, ...ROTATION })
  rotation?: OnCallRotation;

  @TextField({ required: false, ...ICAL_URL })
  ical_url?: string;

  @ListField(OnCallOverride, { required: false, ...OVERRIDES })
  overrides?: OnCallOverride[];

  @ManagedByField()
  managed_by?: string | null;
}

export class OnCallRequest extends DomainRequest {
  @IdField('on_call')
  on_call_id!: string;
}

export class GetOnCallRequest extends OnCallRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateOnCallRequest extends OnCallRequest {
  @NameField({ required: false, example: 'Database team' })
  name?: string;

  @TextField({ required: false, ...TIMEZONE })
  timezone?: string;

  @ListField(OnCallMember, { required: false, ...MEMBERS })
  members?: OnCallMember[];

  @NestedField(OnCallRotation, {
    required: false,
    nullable: true,
    description: 'Replaces the rotation, or the calendar. null: a calendar says who is on call.',
  })
  rotation?: OnCallRotation | null;

  @TextField({
    required: false,
    nullable: true,
    ...ICAL_URL,
    description: 'Replaces the calendar, or the rotation. null: members take turns.',
  })
  ical_url?: string | null;

  @ListField(OnCallOverride, { required: false, ...OVERRIDES })
  overrides?: OnCallOverride[];

  @ManagedByField()
  managed_by?: string | null;
}

export class OnCallQuery extends FilterType(ON_CALL, ON_CALL_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class OnCallStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of schedules of each source.',
  })
  query?: StatisticsQuery;
}

export class OnCallGap {
  @DateField()
  starts_at!: string;

  @DateField({ description: 'Exclusive.' })
  ends_at!: string;

  @EnumField(GAP_REASONS, {
    name: 'OnCallGapReason',
    description:
      'NOBODY: nobody is on call. UNREACHABLE: the subscriptions of all who are on call were deleted or disabled.',
  })
  reason!: string;
}

/** Without the fields that the record description only knows as JSON. They are declared below. */
const {
  warnings: WARNINGS,
  unknown_names: UNKNOWN_NAMES,
  gaps: GAPS,
  ...DESCRIBED_HEALTH
} = ON_CALL.health.fields;

export class OnCallHealth extends RecordType(DESCRIBED_HEALTH) {
  @ListField('text', { description: WARNINGS.description, example: [] })
  warnings!: string[];

  @ListField('text', { description: UNKNOWN_NAMES.description, example: [] })
  unknown_names!: string[];

  @ListField(OnCallGap, { description: GAPS.description })
  gaps!: OnCallGap[];
}

const { members: _members, rotation: _rotation, overrides: _overrides, ...DESCRIBED } = ON_CALL;

export class OnCallInfo extends RecordType(DESCRIBED, { health: OnCallHealth }) {
  @ListField(OnCallMember, { description: ON_CALL.members.description })
  members!: OnCallMember[];

  @NestedField(OnCallRotation, { nullable: true, description: ON_CALL.rotation.description })
  rotation!: OnCallRotation | null;

  @ListField(OnCallOverride, { description: ON_CALL.overrides.description })
  overrides!: OnCallOverride[];
}

export class OnCallsInfo extends ListInfo {
  @ListField(OnCallInfo)
  results!: OnCallInfo[];
}

/** Hours, days or weeks. */
function ShiftField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern: SHIFT_PATTERN.source },
      check: (value) => (typeof value === 'string' && SHIFT_PATTERN.test(value) ? undefined : SHIFT_REASON),
    },
    options,
  );
}

/** A date without a time zone. */
function LocalDateField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', format: 'date', pattern: LOCAL_DATE_PATTERN.source },
      check: (value) =>
        typeof value === 'string' && LOCAL_DATE_PATTERN.test(value)
          ? undefined
          : 'must be a date, like 2026-11-23',
    },
    options,
  );
}
