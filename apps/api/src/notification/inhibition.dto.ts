import { SEVERITIES } from '#monitoring';
import { INHIBITION, INHIBITION_FILTER, INHIBITION_TIMES } from '#notification';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  BooleanField,
  CallerIdField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NameField,
  NestedField,
  OnlyField,
  QueryField,
  SecondsField,
  TextField,
} from '../http/body/fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { FilterType, RecordType } from '../http/body/record-types.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';
import { ConditionsField, FilterField, type Condition } from '../http/query/condition-fields.js';
import { PreviewDaysField } from './preview.dto.js';
import { EqualFieldsField } from './subscription-fields.js';

const NAME = { example: 'cluster down' };
const ENABLED = { description: 'Whether the inhibition takes effect. Default: true.', example: true };
const SOURCE = {
  description:
    'Conditions on the alert that explains others, as in a search of alerts. All must match; at least one is required.',
  example: [{ k: 'rule', v: 'ClusterDown', o: 'eq' }],
};
const TARGET = {
  description:
    'Conditions on the alerts that are not told of while a source is open. All must match; at least one is required.',
  example: [{ k: 'severity', v: 'WARNING', o: 'eq' }],
};
const EQUAL = {
  description:
    'The fields that must have the same value in both alerts. A missing or empty one is not equal. Default: none, so that ' +
    'every source explains every target.',
  example: ['labels.cluster'],
};

const describe = (name: keyof typeof INHIBITION_TIMES, description: string) => {
  const { min, max, default: standard } = INHIBITION_TIMES[name];
  return { min, max, description: `${description} Default: ${standard}.`, example: standard };
};
const WAIT = describe(
  'wait',
  'Seconds that the opening of a target waits, in case its source arrives later.',
);
const SETTLE = describe(
  'settle',
  'Seconds after the end of a source until the targets that are still open are told.',
);
const MAX = describe('max', 'Seconds after its last event for which a source that stays open takes effect.');
export const INHIBITION_TIME_FIELDS = { wait: WAIT, settle: SETTLE, max: MAX } as const;
const PROJECT = {
  description:
    'Only alerts of this project count, as sources and as targets. Default: those of all projects.',
};

/** The fields that decide what is held back, as a request gives them for a new inhibition. */
class InhibitionDraft extends DomainRequest {
  @FilterField(SOURCE)
  source!: Condition[];

  @FilterField(TARGET)
  target!: Condition[];

  @EqualFieldsField({ required: false, ...EQUAL })
  equal?: string[];

  @SecondsField({ required: false, ...WAIT })
  wait?: number;

  @SecondsField({ required: false, ...MAX })
  max?: number;

  @CallerIdField({ required: false, ...PROJECT })
  project_id?: string;
}

export class CreateInhibitionRequest extends InhibitionDraft {
  @NameField(NAME)
  name!: string;

  @BooleanField({ required: false, ...ENABLED })
  enabled?: boolean;

  @SecondsField({ required: false, ...SETTLE })
  settle?: number;

  @ManagedByField()
  managed_by?: string | null;
}

export class InhibitionRequest extends DomainRequest {
  @IdField('inhibition')
  inhibition_id!: string;
}

export class GetInhibitionRequest extends InhibitionRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateInhibitionRequest extends InhibitionRequest {
  @NameField({ required: false, ...NAME })
  name?: string;

  @BooleanField({ required: false, description: 'Whether the inhibition takes effect.', example: false })
  enabled?: boolean;

  @FilterField({ required: false, ...SOURCE })
  source?: Condition[];

  @FilterField({ required: false, ...TARGET })
  target?: Condition[];

  @EqualFieldsField({ required: false, description: INHIBITION.equal.description, example: EQUAL.example })
  equal?: string[];

  @SecondsField({ required: false, ...WAIT, description: INHIBITION.wait.description })
  wait?: number;

  @SecondsField({ required: false, ...SETTLE, description: INHIBITION.settle.description })
  settle?: number;

  @SecondsField({ required: false, ...MAX, description: INHIBITION.max.description })
  max?: number;

  @ManagedByField()
  managed_by?: string | null;
}

export class InhibitionQuery extends FilterType(INHIBITION, INHIBITION_FILTER) {
  @QueryField(Query, { required: false })
  query?: Query;
}

export class InhibitionStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Default: the number of inhibitions.',
  })
  query?: StatisticsQuery;
}

export class PreviewInhibitionRequest extends InhibitionDraft {
  @PreviewDaysField()
  days!: number;
}

export class PreviewedAlert {
  @IdField('alert')
  alert_id!: string;

  @TextField({ max: 1024 })
  title!: string;

  @EnumField(SEVERITIES, { name: 'Severity' })
  severity!: string;

  @DateField()
  opened_at!: string;
}

export class PreviewedInhibition {
  @NestedField(PreviewedAlert, { description: 'The alert that would have been held back.' })
  alert!: PreviewedAlert;

  @NestedField(PreviewedAlert, { description: 'The alert that explains it.' })
  source!: PreviewedAlert;
}

export class InhibitionPreview {
  @DateField()
  from!: string;

  @DateField()
  to!: string;

  @IntField({ description: 'The number of alerts of these days that are sources.' })
  sources!: number;

  @IntField({ description: 'The number of alerts that opened in these days and are targets.' })
  targets!: number;

  @IntField({ description: 'The number of targets that would have been held back.' })
  held!: number;

  @BooleanField({
    description:
      'Whether all alerts of these days were considered: at most the newest 5,000 sources and targets are.',
  })
  complete!: boolean;

  @ListField(PreviewedInhibition, { description: 'The newest 50 of those held back, each with its source.' })
  first!: PreviewedInhibition[];

  @ListField(PreviewedAlert, {
    description:
      'The newest 50 sources that would have held something back and that no enabled subscription tells of: nobody would have ' +
      'learned of the problem.',
  })
  untold_sources!: PreviewedAlert[];
}

/** Without the fields that the record description only knows as JSON. They are declared below. */
const { source: _source, target: _target, equal: _equal, ...DESCRIBED } = INHIBITION;

export class InhibitionInfo extends RecordType(DESCRIBED) {
  @ConditionsField({ description: INHIBITION.source.description, example: SOURCE.example })
  source!: Condition[];

  @ConditionsField({ description: INHIBITION.target.description, example: TARGET.example })
  target!: Condition[];

  @EqualFieldsField({ description: INHIBITION.equal.description, example: EQUAL.example })
  equal!: string[];
}

export class InhibitionsInfo extends ListInfo {
  @ListField(InhibitionInfo)
  results!: InhibitionInfo[];
}
