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

const DAYS = 30;

/** How far back a preview looks. */
export function PreviewDaysField(): PropertyDecorator {
  return IntField({ min: 1, max: DAYS, description: 'The last so many days.', example: 7 });
}

export class PreviewedChange {
  @TextField({ example: 'alert.opened' })
  type!: string;

  @IdField('alert')
  alert_id!: string;

  @EnumField(SEVERITIES, { name: 'Severity', description: 'Of the alert, after the change.' })
  severity!: string;

  @TextField({ max: 1024 })
  title!: string;

  @DateField()
  changed_at!: string;
}

export class PreviewedDay {
  @TextField({ description: 'UTC.', example: '2026-11-20' })
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

  @ListField(PreviewedDay, { description: 'Days on which there is something.' })
  days!: PreviewedDay[];

  @NestedField(SeverityCounts)
  by_severity!: SeverityCounts;

  @ListField(PreviewedChange, { description: 'The oldest 50.' })
  first!: PreviewedChange[];
}

export class PreviewedQuota {
  @NestedField(QuotaLimit, { description: 'In force now.' })
  limit!: QuotaLimit;

  @IntField({ description: 'Units, if nobody else used any.' })
  refused!: number;

  @EnumField(['day', 'month'], { nullable: true, description: 'The window that ended first; null: none.' })
  exceeded!: string | null;

  @DateField({ nullable: true, description: 'The first notification that was too many.' })
  exceeded_at!: string | null;

  @ListField(SimulatedDay, { description: 'The days on which something would have been refused.' })
  days!: SimulatedDay[];
}
