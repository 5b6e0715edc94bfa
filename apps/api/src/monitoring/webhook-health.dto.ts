import { DateField, IntField, ListField, NestedField, TextField } from '../http/body/fields.js';

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

export class RefusedDeliveries {
  @IntField({ example: 413, description: 'The status of the response.' })
  status!: number;

  @IntField({ description: 'Deliveries that got this status.' })
  count!: number;

  @DateField({ description: 'When the last of them was refused.' })
  last_at!: string;

  @TextField({
    example: 'The body is larger than this service accepts: inflated it may have 8388608 bytes (BODY_LIMIT)',
    description: 'Why the last of them was refused.',
  })
  last_reason!: string;
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
      'Deliveries that were refused, whatever the status of the response. They may lag a second behind, and are not in ' +
      '`received_count`.',
  })
  refused_count!: number;

  // Not required: clients generated for release 0.2 do not know it.
  @ListField(RefusedDeliveries, {
    required: false,
    description:
      'The refused deliveries by status. 404: the access key or the path is wrong. 413: the body exceeds the limit of the ' +
      'service. 503: the webhook has reached `max_rate` or `max_backlog`, a budget is used up, or the service is ' +
      'overloaded; most senders try again. Empty: none was refused.',
  })
  refused?: readonly RefusedDeliveries[];

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
