import {
  DEFAULT_SEVERITIES,
  FLAP_RANGES,
  HEARTBEATS_MODES,
  MAX_WEBHOOK_LABELS,
  SEVERITIES,
  SIGNATURE_SCHEMES,
  type DefaultSeverity,
  type HeartbeatsMode,
  type Severity,
  type SignatureScheme,
} from '#monitoring';
import { DurationField, HeartbeatNameField } from '../http/body/heartbeat-fields.js';
import { BooleanField, EnumField, IntField, ListField, NestedField, TextField } from '../http/body/fields.js';
import { LabelsField } from '../http/body/label-fields.js';

export class SignatureSettings {
  @EnumField(SIGNATURE_SCHEMES, {
    name: 'SignatureScheme',
    description:
      'How the sender signs, and in which headers. STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, ' +
      'webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA (X-Grafana-Alerting-Signature), SENTRY ' +
      '(Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): a delivery whose signature does not match is ' +
      'rejected with 401. SNS: the worker checks the signature with the certificate of Amazon, and quarantines a ' +
      'delivery whose signature does not match.',
    example: 'GITHUB',
  })
  scheme!: SignatureScheme;

  @ListField('text', {
    required: false,
    max: 2,
    description:
      'One secret, or two while one replaces the other. None for SNS. Responses show `***` for each; in a request `***` ' +
      'keeps the stored secret at this position.',
    example: ['3f0c1b7e9a5d4c28'],
  })
  secrets?: string[];

  @BooleanField({
    required: false,
    description: 'Whether deliveries without a signature are rejected too. Default: true.',
  })
  required?: boolean;

  @IntField({
    required: false,
    min: 1,
    max: 86_400,
    description: "Seconds that a signed time may differ from the server's time. Default: 300.",
    example: 300,
  })
  tolerance?: number;

  @TextField({
    required: false,
    nullable: true,
    max: 64,
    description:
      'The header that contains the signature. Only for GITHUB and GRAFANA. Default: the header of the scheme.',
    example: 'X-Grafana-Alerting-Signature',
  })
  header?: string | null;

  @TextField({
    required: false,
    nullable: true,
    max: 64,
    description:
      'The header that contains the signed time, if Grafana is configured to send one. Only for GRAFANA.',
    example: 'X-Grafana-Alerting-Timestamp',
  })
  timestamp_header?: string | null;
}

export class HeartbeatTerms {
  @DurationField('expect_every', { description: 'The longest time between two deliveries.', example: '5m' })
  expect_every!: string;

  @DurationField('grace', {
    required: false,
    description: 'How late a delivery may be. Default: 1m.',
    example: '1m',
  })
  grace?: string;

  @EnumField(SEVERITIES, {
    name: 'Severity',
    required: false,
    description: 'The severity of the alert that is open while deliveries are missing. Default: CRITICAL.',
  })
  severity?: Severity;
}

export class HeartbeatOf {
  @TextField({
    required: false,
    max: 512,
    description: 'The rule of the alarms. `*` stands for any characters.',
    example: 'Watchdog',
  })
  rule?: string;

  @TextField({
    required: false,
    max: 512,
    description: 'The event key of the alarms, instead of `rule`. `*` stands for any characters.',
    example: 'watchdog-*',
  })
  event_key?: string;

  @HeartbeatNameField({
    description: 'The name of the heartbeat that the alarms ping. The first such alarm creates it.',
    example: 'watchdog',
  })
  name!: string;
}

export class FlapTerms {
  @IntField({
    ...FLAP_RANGES.count,
    description: 'The number of alerts that an event key opens.',
    example: 5,
  })
  count!: number;

  @IntField({
    ...FLAP_RANGES.window,
    description: 'The period in which they open, in seconds.',
    example: 3600,
  })
  window!: number;
}

export class WebhookSettings {
  @BooleanField({
    required: false,
    description:
      'Whether repeats of an alarm are counted on its alert instead of being stored as events. Default: true.',
  })
  deduplicate?: boolean;

  @IntField({
    required: false,
    min: 60,
    max: 366 * 86_400,
    description: 'Seconds without an alarm after which an open alert is resolved as STALE. Default: 30 days.',
    example: 2_592_000,
  })
  stale_after?: number;

  @IntField({
    required: false,
    min: -1,
    max: 1_000_000,
    description: 'The maximum number of deliveries per second, at least 1. -1 (default): no limit.',
    example: -1,
  })
  max_rate?: number;

  @IntField({
    required: false,
    min: -1,
    max: 100_000_000,
    description:
      'The maximum number of deliveries that wait to be processed, at least 1. -1 (default): no limit.',
    example: -1,
  })
  max_backlog?: number;

  @EnumField(DEFAULT_SEVERITIES, {
    required: false,
    name: 'DefaultSeverity',
    description:
      'The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR ' +
      'for anything else that is down, NONE for all other alarms. A recovery without a severity always gets NONE.',
    example: 'AUTO',
  })
  default_severity?: DefaultSeverity;

  @LabelsField({
    required: false,
    max: MAX_WEBHOOK_LABELS,
    description:
      'Labels of all events of the webhook. They replace labels of the sender with the same name. Replaces all stored ones. ' +
      'Default: none.',
  })
  labels?: Record<string, string>;

  @NestedField(HeartbeatTerms, {
    required: false,
    nullable: true,
    description:
      'Opens an alert when no delivery arrives for `expect_every` plus `grace`. null (default): missing deliveries open ' +
      'no alert.',
  })
  heartbeat?: HeartbeatTerms | null;

  @EnumField(HEARTBEATS_MODES, {
    required: false,
    name: 'HeartbeatsMode',
    description:
      'AUTO: the first ping of a name creates its heartbeat, with the values of `heartbeat`. If that is null, ' +
      '`expect_every` is 5m, `grace` 1m and `severity` CRITICAL. MANUAL (default): a ping of an unknown name is ' +
      'rejected with 404.',
    example: 'MANUAL',
  })
  heartbeats?: HeartbeatsMode;

  @NestedField(HeartbeatOf, {
    required: false,
    nullable: true,
    example: { rule: 'Watchdog', name: 'watchdog' },
    description: 'Alarms that ping a heartbeat instead of becoming events. null (default): none.',
  })
  heartbeat_of?: HeartbeatOf | null;

  @NestedField(FlapTerms, {
    required: false,
    nullable: true,
    description:
      'When an event key is flapping: when it opens `count` alerts within `window` seconds. Default: 5 alerts in an ' +
      'hour. null: never.',
  })
  flap?: FlapTerms | null;

  @NestedField(SignatureSettings, {
    required: false,
    description:
      'How deliveries must be signed. Replaces all stored settings of the signature. Default: no signature.',
  })
  signature?: SignatureSettings;
}
