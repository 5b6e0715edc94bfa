import {
  DEFAULT_SEVERITIES,
  FLAP_RANGES,
  HEARTBEATS_MODES,
  SEVERITIES,
  SIGNATURE_SCHEMES,
  type DefaultSeverity,
  type HeartbeatsMode,
  type Severity,
  type SignatureScheme,
} from '#monitoring';
import { DurationField, HeartbeatNameField } from '../http/body/heartbeat-fields.js';
import { BooleanField, EnumField, IntField, ListField, NestedField, TextField } from '../http/body/fields.js';

export class SignatureSettings {
  @EnumField(SIGNATURE_SCHEMES, {
    name: 'SignatureScheme',
    description:
      'STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA ' +
      '(X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): refused with ' +
      '401 where it does not match. SNS: checked with the certificate of Amazon by the worker, quarantined.',
    example: 'GITHUB',
  })
  scheme!: SignatureScheme;

  @ListField('text', {
    required: false,
    max: 2,
    description:
      'Write only, shown as `***`; `***` keeps the one at its place. Two while one replaces the other. None for SNS.',
    example: ['3f0c1b7e9a5d4c28'],
  })
  secrets?: string[];

  @BooleanField({
    required: false,
    description: 'Whether deliveries without a signature are refused too. Default true.',
  })
  required?: boolean;

  @IntField({
    required: false,
    min: 1,
    max: 86_400,
    description: "Seconds that a signed time may differ from the server's time. Default 300.",
    example: 300,
  })
  tolerance?: number;

  @TextField({
    required: false,
    nullable: true,
    max: 64,
    description: 'The header of the signature, if it is not the default (GITHUB, GRAFANA).',
    example: 'X-Grafana-Alerting-Signature',
  })
  header?: string | null;

  @TextField({
    required: false,
    nullable: true,
    max: 64,
    description: 'The header of the signed time, if Grafana is configured to send one.',
    example: 'X-Grafana-Alerting-Timestamp',
  })
  timestamp_header?: string | null;
}

export class HeartbeatTerms {
  @DurationField('expect_every', { description: 'The longest time between two deliveries.', example: '5m' })
  expect_every!: string;

  @DurationField('grace', { required: false, description: 'How late one may be. Default 1m.', example: '1m' })
  grace?: string;

  @EnumField(SEVERITIES, {
    name: 'Severity',
    required: false,
    description: 'Of the alert while it is missing. Default CRITICAL.',
  })
  severity?: Severity;
}

export class HeartbeatOf {
  @TextField({
    required: false,
    max: 512,
    description: 'Alarms of this rule; `*` stands for any characters.',
    example: 'Watchdog',
  })
  rule?: string;

  @TextField({
    required: false,
    max: 512,
    description: 'Instead of `rule`: alarms of this event key; `*` stands for any characters.',
    example: 'watchdog-*',
  })
  event_key?: string;

  @HeartbeatNameField({
    description: 'The heartbeat, which the first such alarm creates.',
    example: 'watchdog',
  })
  name!: string;
}

export class FlapTerms {
  @IntField({ ...FLAP_RANGES.count, description: 'Number of alerts of an event key.', example: 5 })
  count!: number;

  @IntField({ ...FLAP_RANGES.window, description: 'Seconds within which they are opened.', example: 3600 })
  window!: number;
}

export class WebhookSettings {
  @BooleanField({
    required: false,
    description: 'Count repeats of an alarm instead of storing them. Default true.',
  })
  deduplicate?: boolean;

  @IntField({
    required: false,
    min: 60,
    max: 366 * 86_400,
    description: 'Seconds without news after which an open alert closes as STALE. Default 30 days.',
    example: 2_592_000,
  })
  stale_after?: number;

  @IntField({
    required: false,
    min: -1,
    max: 1_000_000,
    description: 'Deliveries per second, at least 1; -1 (default): no limit.',
    example: -1,
  })
  max_rate?: number;

  @IntField({
    required: false,
    min: -1,
    max: 100_000_000,
    description: 'Deliveries that may wait to be processed, at least 1; -1 (default): no limit.',
    example: -1,
  })
  max_backlog?: number;

  @EnumField(DEFAULT_SEVERITIES, {
    required: false,
    name: 'DefaultSeverity',
    description:
      'The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR for ' +
      'anything else that is down, NONE for the rest. Recoveries are left as they are.',
    example: 'AUTO',
  })
  default_severity?: DefaultSeverity;

  @NestedField(HeartbeatTerms, {
    required: false,
    nullable: true,
    description:
      'Opens an alert when the webhook gets no delivery for longer than this. null (default): silence is no alarm.',
  })
  heartbeat?: HeartbeatTerms | null;

  @EnumField(HEARTBEATS_MODES, {
    required: false,
    name: 'HeartbeatsMode',
    description:
      'AUTO: the first ping of a name creates its heartbeat, with the terms of `heartbeat`, or 5m, 1m and CRITICAL. ' +
      'MANUAL (default): pings of unknown names are 404.',
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
      'When an event key that opens alerts again and again counts as flapping. Default: 5 alerts in an hour. null: never.',
  })
  flap?: FlapTerms | null;

  @NestedField(SignatureSettings, {
    required: false,
    description: 'How deliveries must be signed; replaces the whole object. Default: no signature.',
  })
  signature?: SignatureSettings;
}
