import { REPLAY_STATES, type ReplayState } from '#monitoring';
import { BooleanField, DateField, EnumField, IdField, IntField, TextField } from '../http/body/fields.js';
import { MomentField } from '../http/body/moment-field.js';
import { DomainRequest } from '../http/auth/domain-request.dto.js';

export class ReplayWebhookRequest extends DomainRequest {
  @IdField('webhook')
  webhook_id!: string;

  @MomentField({
    description:
      'The start of the time range, inclusive: a time, or a relative time like `now - 1d`. Deliveries are selected by ' +
      'their arrival.',
    example: '2026-11-20T10:00:00.000Z',
  })
  from!: string;

  @MomentField({
    description: 'The end of the time range, exclusive: a time, or a relative time.',
    example: '2026-11-21T10:00:00.000Z',
  })
  to!: string;

  @BooleanField({
    required: false,
    description:
      'Whether only quarantined alarms are replayed. False: also ignored alarms of deliveries that are still in the ' +
      'delivery log. Default: true.',
  })
  quarantined_only?: boolean;
}

export class GetReplayRequest extends DomainRequest {
  @IdField('replay')
  replay_id!: string;
}

export class CancelReplayRequest extends DomainRequest {
  @IdField('replay')
  replay_id!: string;
}

export class ReplayInfo {
  @IdField('replay')
  replay_id!: string;

  @IdField('webhook')
  webhook_id!: string;

  @EnumField(REPLAY_STATES, { name: 'ReplayState' })
  state!: ReplayState;

  @DateField()
  from!: string;

  @DateField()
  to!: string;

  @BooleanField()
  quarantined_only!: boolean;

  @IntField({
    nullable: true,
    description: 'Deliveries to be replayed. `null` until the replay has started.',
  })
  total_count!: number | null;

  @IntField({ description: 'Deliveries replayed so far.' })
  done_count!: number;

  @IntField({ description: 'Events created so far.' })
  event_count!: number;

  @IntField({
    description:
      'Deliveries that were not changed, because some of their alarms created events and the plugin now finds other ' +
      'alarms in them.',
  })
  conflict_count!: number;

  @TextField({ nullable: true, description: 'The last error.' })
  reason!: string | null;

  @DateField()
  requested_at!: string;

  @DateField({ nullable: true })
  started_at!: string | null;

  @DateField({ nullable: true })
  finished_at!: string | null;
}
