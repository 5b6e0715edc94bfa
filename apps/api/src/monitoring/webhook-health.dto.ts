import { DateField, IntField, NestedField, TextField } from '../http/fields.js';

export class HeldUpgrade {
  @TextField({ max: 64, example: '2.0.0', description: 'The newer version.' })
  version!: string;

  @TextField({ description: 'Why it does worse.' })
  reason!: string;

  @DateField()
  checked_at!: string;
}

export class WebhookHealth {
  @DateField({ nullable: true })
  last_received_at!: string | null;

  @IntField({ description: 'Deliveries.' })
  received_count!: number;

  @IntField({ description: 'Deliveries that went to the quarantine.' })
  failed_count!: number;

  @IntField({
    description: 'Deliveries answered 503 because the webhook was at `max_rate` or `max_backlog`.',
  })
  refused_count!: number;

  @IntField({ description: 'Deliveries accepted and not yet processed.' })
  backlog!: number;

  @IntField({ description: 'Milliseconds for which the oldest of them waits.' })
  lag_ms!: number;

  @TextField({ nullable: true })
  last_error!: string | null;

  @NestedField(HeldUpgrade, {
    nullable: true,
    description: 'The version that an AUTO webhook was not moved to, because it does worse.',
  })
  upgrade!: HeldUpgrade | null;
}
