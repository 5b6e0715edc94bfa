import { RESEND_STATES, type ResendState } from '#notification';
import { DomainRequest } from '../http/auth/domain-request.dto.js';
import {
  BooleanField,
  DateField,
  EnumField,
  IdField,
  IntField,
  ObjectField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { ALL_RECORDS, MatchQuery } from '../http/query/query.dto.js';

export class ResendNotificationsRequest extends DomainRequest {
  @QueryField(MatchQuery, {
    description: 'The notifications to resend. Without a condition, `all` is required.',
    example: { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] },
  })
  query!: MatchQuery;

  @BooleanField(ALL_RECORDS)
  all?: boolean;
}

export class ResendRequest extends DomainRequest {
  @IdField('resend')
  resend_id!: string;
}

export class ResendInfo {
  @IdField('resend')
  resend_id!: string;

  @EnumField(RESEND_STATES, { name: 'ResendState' })
  state!: ResendState;

  @ObjectField({
    description: 'The query of the request.',
    example: { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] },
  })
  query!: object;

  @IntField({
    nullable: true,
    description:
      'The number of notifications that matched when the resend was requested; null if counting took too long.',
  })
  total_count!: number | null;

  @IntField({ description: 'The number of matching notifications that were processed so far.' })
  done_count!: number;

  @IntField({
    description:
      'The number of processed notifications that were queued. The others were already waiting, belong to a digest ' +
      'that is sent instead, are not the newest of their alert although the protocol sends only the newest state, or ' +
      'belong to a disabled or deleted subscription.',
  })
  resent_count!: number;

  @TextField({ nullable: true, description: 'The last error.' })
  reason!: string | null;

  @DateField()
  requested_at!: string;

  @DateField({ nullable: true })
  started_at!: string | null;

  @DateField({ nullable: true })
  finished_at!: string | null;
}
