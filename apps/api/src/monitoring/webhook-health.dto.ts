import { DateField, IntField, NestedField, TextField } from '../http/body/fields.js';

export class HeldUpgrade {
  @TextField({
    max: 64,
    example: '2.0.0',
    description: 'The newer version, to which the webhook was not upgraded.',
  })
  version!: string;

  @TextField({
    description: 'Why the webhook was not upgraded: the version does worse, or could not be tried.',
  })
  reason!: string;

  @DateField()
  checked_at!: string;
}

export class LastFallback {
  @DateField({ description: 'When the delivery arrived.' })
  at!: string;

  @TextField({ description: 'Why the plugin of the webhook could not parse the delivery.' })
  reason!: string;
}

export class WebhookHealth {
  @DateField({ nullable: true })
  last_received_at!: string | null;

  @IntField({ description: 'Deliveries that arrived.' })
  received_count!: number;

  @IntField({ description: 'Deliveries that were quarantined.' })
  failed_count!: number;

  @IntField({
    description:
      'Deliveries in `failed_count` for which the quarantine had no room. They stay in the delivery log for some days, ' +
      'and can be replayed from there.',
  })
  unkept_count!: number;

  @IntField({
    description:
      'Deliveries that the plugin of the webhook could not parse, or only in part, and that plugin `auto` parsed ' +
      'instead. More than 0 means that the plugin does not fit the sender, or that the sender has a new format.',
  })
  fallback_count!: number;

  @NestedField(LastFallback, {
    nullable: true,
    description: 'The last delivery that plugin `auto` parsed instead. `null`: there was none.',
  })
  last_fallback!: LastFallback | null;

  @IntField({
    description:
      'Deliveries rejected with 503 because the webhook had reached `max_rate` or `max_backlog`, or because the webhook ' +
      'or its domain had used up a budget.',
  })
  refused_count!: number;

  @IntField({ description: 'Deliveries accepted and not yet processed.' })
  backlog!: number;

  @IntField({
    description: 'Milliseconds that the oldest delivery of the backlog has waited. 0 without a backlog.',
  })
  lag_ms!: number;

  @TextField({ nullable: true })
  last_error!: string | null;

  @NestedField(HeldUpgrade, {
    nullable: true,
    description:
      'The newer version to which a webhook with `upgrade_mode` AUTO was not upgraded, and why. `null`: there is none.',
  })
  upgrade!: HeldUpgrade | null;
}
