import { DateField, IntField, NestedField, TextField } from '../http/body/fields.js';

export class HeldUpgrade {
  @TextField({ max: 64, example: '2.0.0', description: 'The newer version.' })
  version!: string;

  @TextField({ description: 'Why it is worse.' })
  reason!: string;

  @DateField()
  checked_at!: string;
}

export class LastFallback {
  @DateField({ description: 'When the delivery arrived.' })
  at!: string;

  @TextField({ description: 'Why the plugin of the webhook could not parse it.' })
  reason!: string;
}

export class WebhookHealth {
  @DateField({ nullable: true })
  last_received_at!: string | null;

  @IntField({ description: 'Deliveries.' })
  received_count!: number;

  @IntField({ description: 'Deliveries that went to the quarantine.' })
  failed_count!: number;

  @IntField({
    description:
      'Of those, the ones that the quarantine had no room for. They are in the log for some days, and are replayed from there.',
  })
  unkept_count!: number;

  @IntField({
    description:
      'Deliveries that the plugin of the webhook could not read, or not all of, and plugin `auto` read instead. More than ' +
      'none: the plugin is another than the sender, or the sender has a new format.',
  })
  fallback_count!: number;

  @NestedField(LastFallback, { nullable: true, description: 'The last fallback.' })
  last_fallback!: LastFallback | null;

  @IntField({
    description:
      'Deliveries answered 503 because the webhook was at `max_rate` or `max_backlog`, or it or its domain over a budget.',
  })
  refused_count!: number;

  @IntField({ description: 'Deliveries accepted and not yet processed.' })
  backlog!: number;

  @IntField({ description: 'Milliseconds that the oldest of them has waited.' })
  lag_ms!: number;

  @TextField({ nullable: true })
  last_error!: string | null;

  @NestedField(HeldUpgrade, {
    nullable: true,
    description: 'The version that an AUTO webhook was not upgraded to, because it is worse.',
  })
  upgrade!: HeldUpgrade | null;
}
