import { SILENCE, SILENCE_FILTER, TIME_OF_DAY_PATTERN } from '#notification';
import { WEEKDAYS, type Weekday } from '#shared/kernel/weekdays.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  IdField,
  IntField,
  ListField,
  NameField,
  NestedField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { MomentField } from '../http/body/moment-field.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { ConditionsField, FilterField, type Condition } from '../http/query/condition-fields.js';
import { declareField, type FieldOptions } from '../http/body/field.js';
import { ChangePreview, PreviewDaysField } from './preview.dto.js';

export class SilenceWeekly {
  @WeekdaysField({ description: 'The days on which a window opens.' })
  days!: Weekday[];

  @TimeOfDayField({ example: '22:00' })
  from!: string;

  @TimeOfDayField({
    description:
      'The end of the window, exclusive. If it is not later than `from`, the window ends on the next day.',
    example: '06:00',
  })
  to!: string;

  @TextField({ max: 64, description: 'A name of the IANA time zone database.', example: 'Europe/Berlin' })
  timezone!: string;
}

const FILTER = {
  description:
    'Conditions on the alert that must all match, as in a search of alerts. An empty list silences every alert.',
  example: [{ k: 'title', v: 'database', o: 'contain' }],
};
const FILTER_OR = { description: 'Conditions of which at least one must match.', example: [] };
const NAME = { description: 'Unique among those that have not ended.', example: 'database upgrade' };
const REASON = {
  max: 1024,
  description: 'Shown with the notifications that were silenced.',
  example: 'CHG-1234',
};
const STARTS_AT = {
  description: 'A time, or a relative time like `now + 1h`. Default: now.',
  example: 'now',
};
const ENDS_AT = {
  description: 'A time, or a relative time. At most a year after `starts_at`.',
  example: 'now + 2h',
};
const WEEKLY = {
  description: 'The weekly windows to which the silence is restricted. Default: all the time.',
};

export class CreateSilenceRequest extends DomainRequest {
  @NameField(NAME)
  name!: string;

  @FilterField(FILTER)
  filter!: Condition[];

  @ConditionsField({ required: false, ...FILTER_OR })
  filter_or?: Condition[];

  @MomentField({ required: false, ...STARTS_AT })
  starts_at?: string;

  @MomentField(ENDS_AT)
  ends_at!: string;

  @TextField(REASON)
  reason!: string;

  @NestedField(SilenceWeekly, { required: false, ...WEEKLY })
  weekly?: SilenceWeekly;

  @ManagedByField()
  managed_by?: string | null;
}

export class SilenceRequest extends DomainRequest {
  @IdField('silence')
  silence_id!: string;
}

export class GetSilenceRequest extends SilenceRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateSilenceRequest extends SilenceRequest {
  @NameField({ required: false, ...NAME })
  name?: string;

  @FilterField({ required: false, ...FILTER })
  filter?: Condition[];

  @ConditionsField({ required: false, ...FILTER_OR })
  filter_or?: Condition[];

  @MomentField({ required: false, ...STARTS_AT })
  starts_at?: string;

  @MomentField({ required: false, ...ENDS_AT })
  ends_at?: string;

  @TextField({ required: false, ...REASON })
  reason?: string;

  @NestedField(SilenceWeekly, {
    required: false,
    nullable: true,
    description: 'The weekly windows to which the silence is restricted; null: all the time.',
  })
  weekly?: SilenceWeekly | null;

  @ManagedByField()
  managed_by?: string | null;
}

export class SilenceQuery extends FilterType(SILENCE, SILENCE_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class SilenceStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of silences in each state.',
  })
  query?: StatisticsQuery;
}

export class PreviewSilenceRequest extends DomainRequest {
  @PreviewDaysField()
  days!: number;

  @FilterField(FILTER)
  filter!: Condition[];

  @ConditionsField({ required: false, ...FILTER_OR })
  filter_or?: Condition[];

  @NestedField(SilenceWeekly, { required: false, ...WEEKLY })
  weekly?: SilenceWeekly;
}

export class SilencePreview extends ChangePreview {
  @IntField({
    description:
      'The number of changes of alerts that would have been silenced, whether or not a subscription matches them.',
  })
  changes!: number;
}

/** Without the fields that the record description only knows as JSON. They are declared below. */
const { filter: _filter, filter_or: _filterOr, weekly: _weekly, ...DESCRIBED } = SILENCE;

export class SilenceInfo extends RecordType(DESCRIBED) {
  @ConditionsField({ description: SILENCE.filter.description, example: [] })
  filter!: Condition[];

  @ConditionsField({ description: SILENCE.filter_or.description, example: [] })
  filter_or!: Condition[];

  @NestedField(SilenceWeekly, { nullable: true, description: SILENCE.weekly.description })
  weekly!: SilenceWeekly | null;
}

export class SilencesInfo extends ListInfo {
  @ListField(SilenceInfo)
  results!: SilenceInfo[];
}

/** Some days of a week. */
function WeekdaysField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'list',
      schema: { type: 'array', items: { type: 'string', enum: [...WEEKDAYS] }, minItems: 1 },
      check: (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((each) => (WEEKDAYS as readonly unknown[]).includes(each))
          ? undefined
          : `must be a list of ${WEEKDAYS.join(', ')}`,
    },
    { example: ['SAT', 'SUN'], ...options },
  );
}

/** Hours and minutes. */
export function TimeOfDayField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', pattern: TIME_OF_DAY_PATTERN.source },
      check: (value) =>
        typeof value === 'string' && TIME_OF_DAY_PATTERN.test(value)
          ? undefined
          : 'must be a time of day, like 22:00',
    },
    options,
  );
}
