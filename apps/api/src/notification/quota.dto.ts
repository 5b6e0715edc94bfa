import { QUOTA } from '#notification';
import {
  CallerIdField,
  DateField,
  IdField,
  IntField,
  ListField,
  NestedField,
  OnlyField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { ManagedByField } from '../http/body/managed-by-field.js';
import { RecordType } from '../http/body/record-types.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import { ListInfo, Query, StatisticsQuery } from '../http/query/query.dto.js';

const LIMIT = { min: -1, required: false };
const LIMIT_EXAMPLE = { day: 1000, month: 20_000 };

export class QuotaLimit {
  @IntField({ ...LIMIT, description: 'The limit for a UTC day; -1 or absent: unlimited.', example: 1000 })
  day?: number;

  @IntField({ ...LIMIT, description: 'The limit for a UTC month; -1 or absent: unlimited.', example: 20_000 })
  month?: number;
}

export class CreateQuotaRequest extends DomainRequest {
  @CallerIdField({ example: 'email' })
  protocol_id!: string;

  @NestedField(QuotaLimit, { example: LIMIT_EXAMPLE })
  limit!: QuotaLimit;

  @ManagedByField()
  managed_by?: string | null;
}

export class QuotaRequest extends DomainRequest {
  @IdField('quota')
  quota_id!: string;
}

export class GetQuotaRequest extends QuotaRequest {
  @OnlyField()
  only?: string[];
}

export class UpdateQuotaRequest extends QuotaRequest {
  @NestedField(QuotaLimit, { description: 'Replaces the whole limit.', example: LIMIT_EXAMPLE })
  limit!: QuotaLimit;

  @ManagedByField()
  managed_by?: string | null;
}

export class QuotaQuery extends DomainRequest {
  @QueryField(Query, { required: false })
  query?: Query;

  @IdField('quota', { required: false })
  quota_id?: string;

  @CallerIdField({ required: false, example: 'email' })
  protocol_id?: string;
}

export class QuotaStatQuery extends DomainRequest {
  @QueryField(StatisticsQuery, { required: false, description: 'Default: the number of all quotas.' })
  query?: StatisticsQuery;
}

export class QuotaInfo extends RecordType(QUOTA, { limit: QuotaLimit }) {}

export class QuotasInfo extends ListInfo {
  @ListField(QuotaInfo)
  results!: QuotaInfo[];
}

export class SimulateQuotaRequest extends QuotaRequest {
  @NestedField(QuotaLimit, { description: 'The limit to try.', example: LIMIT_EXAMPLE })
  limit!: QuotaLimit;
}

export class SimulatedDay {
  @TextField({ example: '2026-11-20' })
  day!: string;

  @IntField({ description: 'The requested amount, whether granted or not.' })
  demand!: number;

  @IntField()
  granted!: number;

  @IntField()
  refused!: number;
}

export class QuotaSimulation {
  @NestedField(QuotaLimit)
  limit!: QuotaLimit;

  @ListField('text')
  warnings!: string[];

  @IntField({ description: 'The number of days with stored usage.' })
  days_simulated!: number;

  @IntField()
  demand!: number;

  @IntField()
  granted!: number;

  @IntField()
  refused!: number;

  @ListField(SimulatedDay, { description: 'The days on which requests would have been refused.' })
  days!: SimulatedDay[];

  @DateField({
    nullable: true,
    description: "When the current month will be exhausted at today's rate; null if it will not.",
  })
  runs_out_at!: string | null;
}
