import { CAUSES, ON_CALL_STATES } from '#notification';
import { BooleanField, DateField, EnumField, IdField, ListField, NestedField } from '../http/body/fields.js';
import { MomentField } from '../http/body/moment-field.js';
import { OnCallGap, OnCallMember, OnCallRequest } from './on-call.dto.js';

export class OnCallAtRequest extends OnCallRequest {
  @MomentField({
    required: false,
    description: 'From 31 days ago to 92 days ahead: a time, or a relative time. Default: now.',
    example: 'now + 1d',
  })
  time?: string;
}

export class OnCallShiftsRequest extends OnCallRequest {
  @MomentField({
    required: false,
    description: 'From 31 days ago on: a time, or a relative time. Default: now.',
    example: 'now',
  })
  from?: string;

  @MomentField({
    required: false,
    description:
      'At most 31 days after `from`, and 92 days ahead: a time, or a relative time. Default: 14 days after `from`.',
    example: 'now + 7d',
  })
  to?: string;
}

export class OnCallPerson extends OnCallMember {
  @BooleanField({ description: 'Whether the subscription exists and is enabled.' })
  reachable!: boolean;
}

class OnCallWatch {
  @ListField(OnCallPerson, { description: 'Those who are on call; empty: nobody.' })
  members!: OnCallPerson[];

  @EnumField(CAUSES, {
    name: 'OnCallCause',
    nullable: true,
    description: 'Why they are on call; null: nobody is.',
  })
  because!: string | null;

  @ListField('text', {
    description: 'The summaries of events, or the reasons of overrides.',
    example: [],
  })
  details!: string[];
}

export class OnCallChange extends OnCallWatch {
  @DateField()
  at!: string;
}

export class OnCallAnswer extends OnCallWatch {
  @IdField('on_call')
  on_call_id!: string;

  @DateField()
  time!: string;

  @EnumField(ON_CALL_STATES, {
    name: 'OnCallState',
    description: 'UNKNOWN: the calendar has not been read, or its copy does not reach to this time.',
  })
  state!: string;

  @NestedField(OnCallChange, {
    nullable: true,
    description: 'What changes next; null: nothing in the next 92 days.',
  })
  next_change!: OnCallChange | null;
}

export class OnCallShift extends OnCallWatch {
  @DateField()
  starts_at!: string;

  @DateField({ description: 'Exclusive.' })
  ends_at!: string;
}

export class OnCallShifts {
  @IdField('on_call')
  on_call_id!: string;

  @DateField()
  from!: string;

  @DateField()
  to!: string;

  @ListField(OnCallShift, {
    description: 'The times in which the same people are on call, in order and without overlaps.',
  })
  shifts!: OnCallShift[];

  @ListField(OnCallGap, { description: 'The times in which nobody would be told.' })
  gaps!: OnCallGap[];
}
