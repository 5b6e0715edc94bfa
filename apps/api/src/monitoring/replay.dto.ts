import { REPLAY_STATES, type ReplayState } from '#monitoring';
import { BooleanField, DateField, EnumField, IdField, IntField, TextField } from '../http/body/fields.js';
import { InDomain } from '../http/auth/in-domain.dto.js';

export class ReplayWebhookRequest extends InDomain {
  @IdField('webhook')
  webhook_id!: string;

  @DateField({ description: 'The first arrival to be replayed.' })
  from!: Date;

  @DateField({ description: 'The end, exclusive.', example: '2026-11-21T10:00:00.000Z' })
  to!: Date;

  @BooleanField({
    required: false,
    description:
      'Only what is in quarantine (the default). Without, also what was ignored in deliveries that are still in the log.',
  })
  quarantined_only?: boolean;
}

export class GetReplayRequest extends InDomain {
  @IdField('replay')
  replay_id!: string;
}

export class CancelReplayRequest extends InDomain {
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

  @IntField({ nullable: true, description: 'Deliveries to be replayed; null before the start.' })
  total_count!: number | null;

  @IntField({ description: 'Deliveries replayed so far.' })
  done_count!: number;

  @IntField({ description: 'Events made.' })
  event_count!: number;

  @IntField({ description: 'Deliveries that the plugin now divides differently. They were not changed.' })
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
