import { SEVERITIES } from '#monitoring';
import {
  DateField,
  EnumField,
  IdField,
  IntField,
  ListField,
  NestedField,
  TextField,
} from '../http/body/fields.js';
import { QuotaLimit, SimulatedDay } from './quota.dto.js';

const MAX_DAYS = 30;

/** How far back a preview looks. */
export function PreviewDaysField(): PropertyDecorator {
  return IntField({ min: 1, max: MAX_DAYS, description: 'The number of days to look back.', example: 7 });
}

export class PreviewedChange {
  @TextField({ example: 'alert.opened' })
  type!: string;

  @IdField('alert')
  alert_id!: string;

  @EnumField(SEVERITIES, {
    name: 'Severity',
    description: 'The severity of the alert right after the change.',
  })
  severity!: string;

  @TextField({ max: 1024 })
  title!: string;

  @DateField()
  changed_at!: string;
}

export class PreviewedDay {
  @TextField({ description: 'The day, in UTC.', example: '2026-11-20' })
  day!: string;

  @IntField()
  count!: number;
}

export class SeverityCounts {
  @IntField()
  CRITICAL!: number;

  @IntField()
  ERROR!: number;

  @IntField()
  WARNING!: number;

  @IntField()
  INFO!: number;

  @IntField()
  NOT_AVAILABLE!: number;

  @IntField()
  NONE!: number;
}

export class ChangePreview {
  @DateField()
  from!: string;

  @DateField()
  to!: string;

  @ListField(PreviewedDay, { description: 'The days with at least one change.' })
  days!: PreviewedDay[];

  @NestedField(SeverityCounts)
  by_severity!: SeverityCounts;

  @ListField(PreviewedChange, { description: 'The oldest 50 changes.' })
  first!: PreviewedChange[];
}

export class PreviewedQuota {
  @NestedField(QuotaLimit, { description: 'The limit that applies now.' })
  limit!: QuotaLimit;

  @IntField({ description: 'The units that would have been refused if nothing else had consumed the quota.' })
  refused!: number;

  @EnumField(['day', 'month'], {
    nullable: true,
    description: 'The window that would have been exhausted first; null: none.',
  })
  exceeded!: string | null;

  @DateField({
    nullable: true,
    description: 'The time of the first change whose notification would have been refused.',
  })
  exceeded_at!: string | null;

  @ListField(SimulatedDay, { description: 'The days on which units would have been refused.' })
  days!: SimulatedDay[];
}
