import { RESEND_STATES, type ResendState } from '#notification';
import { InDomain } from '../http/auth/in-domain.dto.js';
import {
  DateField,
  EnumField,
  IdField,
  IntField,
  ObjectField,
  QueryField,
  TextField,
} from '../http/body/fields.js';
import { MatchQuery } from '../http/query/query.dto.js';

export class ResendNotificationsRequest extends InDomain {
  @QueryField(MatchQuery, {
    description: 'Which notifications; it must have a condition.',
    example: { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] },
  })
  query!: MatchQuery;
}

export class ResendRequest extends InDomain {
  @IdField('resend')
  resend_id!: string;
}

export class ResendInfo {
  @IdField('resend')
  resend_id!: string;

  @EnumField(RESEND_STATES, { name: 'ResendState' })
  state!: ResendState;

  @ObjectField({
    description: 'As it was sent.',
    example: { filter: [{ k: 'state', v: 'FAILED', o: 'eq' }] },
  })
  query!: object;

  @IntField({
    nullable: true,
    description: 'What the query found when it was asked for; null if counting took too long.',
  })
  total_count!: number | null;

  @IntField({ description: 'Notifications found so far.' })
  done_count!: number;

  @IntField({
    description:
      'Of those, the ones that were queued. The rest was waiting anyhow, belongs to a digest that is sent instead, is not ' +
      'the newest of its alert where only that is told, or its subscription is disabled or deleted.',
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
