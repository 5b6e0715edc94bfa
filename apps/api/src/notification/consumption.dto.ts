import { MAX_AMOUNT } from '#notification';
import { isDay } from '#shared/query/instant.js';
import {
  BooleanField,
  CallerIdField,
  DateField,
  IdField,
  IntField,
  ListField,
  NestedField,
  QueryField,
} from '../http/body/fields.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { NumberedPage, StatisticsQuery } from '../http/query/query.dto.js';
import { declareField, type FieldOptions } from '../http/body/field.js';
import { QuotaLimit, QuotaRequest } from './quota.dto.js';

const AMOUNT = { min: 1, max: MAX_AMOUNT, example: 1 };

export class ConsumeQuotaRequest extends QuotaRequest {
  @IntField(AMOUNT)
  amount!: number;
}

export class ConsumeProtocolRequest extends DomainRequest {
  @CallerIdField({
    example: 'email',
    description: 'The protocol. Without a quota the default limit applies.',
  })
  protocol_id!: string;

  @IntField(AMOUNT)
  amount!: number;
}

export class ReleaseConsumptionRequest extends DomainRequest {
  @IdField('consumption', { description: 'The id that consume returned.' })
  consumption_id!: string;

  @IntField({ ...AMOUNT, required: false, description: 'The amount to release. Default: everything.' })
  amount?: number;
}

export class ReleaseQuotaRequest extends ReleaseConsumptionRequest {
  @IdField('quota')
  quota_id!: string;
}

export class QuotaRemaining {
  @IntField({ nullable: true, description: 'The remaining amount of the UTC day; null: unlimited.' })
  day!: number | null;

  @IntField({ nullable: true, description: 'The remaining amount of the UTC month; null: unlimited.' })
  month!: number | null;
}

export class ConsumptionInfo {
  @BooleanField({ example: true })
  allowed!: boolean;

  @IdField('consumption', { description: 'The id of the consumption, for a release within 48 hours.' })
  consumption_id!: string;

  @NestedField(QuotaRemaining)
  remaining!: QuotaRemaining;

  @DateField({
    nullable: true,
    description:
      'The end of the window, day or month, with the smaller remaining amount; null without a limit.',
  })
  reset_at!: string | null;
}

export class ReleaseInfo {
  @IdField('consumption')
  consumption_id!: string;

  @IntField()
  released!: number;

  @DayField({ description: 'The UTC day of the consumption.' })
  day!: string;

  @NestedField(QuotaRemaining, { description: 'The remaining amounts at present.' })
  remaining!: QuotaRemaining;
}

export class QuotaUsageQuery extends QuotaRequest {
  @DayField({ required: false, description: 'The first day.' })
  from?: string;

  @DayField({ required: false, description: 'The last day.' })
  to?: string;

  @NestedField(NumberedPage, { required: false })
  page?: NumberedPage;
}

export class DayUsage {
  @DayField()
  day!: string;

  @IntField({ description: 'The amount that was granted and not released.' })
  consumed!: number;

  @IntField({ description: 'The amount that was requested and not granted.' })
  refused!: number;
}

export class QuotaUsageInfo {
  @IdField('quota')
  quota_id!: string;

  @CallerIdField()
  protocol_id!: string;

  @NestedField(QuotaLimit)
  limit!: QuotaLimit;

  @NestedField(QuotaRemaining, { description: 'The remaining amounts at present.' })
  remaining!: QuotaRemaining;

  @ListField(DayUsage, { description: 'Newest day first; days without requests are left out.' })
  results!: DayUsage[];

  @IntField({ description: 'The number of days, before paging.' })
  total_count!: number;
}

export class QuotaUsageStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, {
    required: false,
    description: 'Keys: protocol_id, day, consumed and refused. Default: sums by protocol.',
  })
  query?: StatisticsQuery;
}

/** A UTC day, like 2026-11-20. */
function DayField(options: FieldOptions = {}): PropertyDecorator {
  return declareField(
    {
      kind: 'text',
      schema: { type: 'string', format: 'date' },
      check: (value) =>
        typeof value === 'string' && isDay(value) ? undefined : 'must be a day like 2026-11-20',
    },
    { example: '2026-11-20', ...options },
  );
}
