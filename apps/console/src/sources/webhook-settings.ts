import type { Schemas } from '../../../../clients/typescript/src/tocsin.js';
import { dropEmpty, fillDefaults, type Schema } from '../design/describe-schema.js';

type Settings = Schemas['WebhookSettings'];

/** The settings of a webhook as the form has them. */
export type SettingsForm = Readonly<Record<string, unknown>>;

const DURATION_HELP = 'Like 90s, 5m, 2h or 1d.';
const SEVERITIES = ['CRITICAL', 'ERROR', 'WARNING', 'INFO'];

/** The settings that the form offers, besides the labels. */
export const SETTINGS_SCHEMA: Schema = {
  properties: {
    heartbeat: {
      title: 'Alert when nothing arrives',
      properties: {
        expect_every: {
          type: 'string',
          title: 'Longest time between two deliveries',
          description: `${DURATION_HELP} Empty: silence is no reason for an alert.`,
        },
        grace: { type: 'string', default: '1m', description: `How late a delivery may be. ${DURATION_HELP}` },
        severity: { enum: SEVERITIES, default: 'CRITICAL' },
      },
    },
    default_severity: {
      enum: ['AUTO', ...SEVERITIES, 'NOT_AVAILABLE', 'NONE'],
      default: 'AUTO',
      description: 'The severity of alarms whose sender states none. AUTO: by what the alarm says.',
    },
    stale_after: {
      type: 'integer',
      minimum: 60,
      title: 'Resolve an alert that is not repeated after (seconds)',
      default: 2_592_000,
    },
    deduplicate: {
      type: 'boolean',
      title: 'Count repeats on their alert',
      description: 'Otherwise each repeat is stored as an event.',
    },
    max_rate: {
      type: 'integer',
      title: 'Most deliveries a second',
      default: -1,
      description: 'More are refused. -1: no limit.',
    },
    max_backlog: {
      type: 'integer',
      title: 'Most deliveries that may wait',
      default: -1,
      description: 'More are refused. -1: no limit.',
    },
    heartbeats: {
      enum: ['MANUAL', 'AUTO'],
      default: 'MANUAL',
      title: 'Heartbeats by name',
      description: 'AUTO: the first ping of a new name creates its heartbeat. MANUAL: it is rejected.',
    },
    signature: {
      title: 'Signature of deliveries',
      properties: {
        scheme: {
          enum: ['NONE', 'STANDARD_WEBHOOKS', 'GITHUB', 'GRAFANA', 'SENTRY', 'PAGERDUTY', 'SNS'],
          description: 'Deliveries whose signature does not match are rejected.',
        },
        secret: { type: 'string', writeOnly: true, description: 'The secret that the sender signs with.' },
      },
    },
  },
};

/** The form of a new webhook. */
export const NEW_SETTINGS: SettingsForm = { deduplicate: true };

export function toForm(settings: Settings): SettingsForm {
  const { signature, ...rest } = settings;
  return { ...rest, signature: { scheme: signature?.scheme, secret: signature?.secrets?.[0] } };
}

/** @param stored the present settings, whose second secret and other terms of the signature are kept */
export function fromForm(form: SettingsForm, stored?: Settings): Settings {
  const { signature, labels, ...rest } = form;
  const { scheme = 'NONE', secret } = dropEmpty((signature ?? {}) as Record<string, unknown>);
  const isSameSigner = scheme === stored?.signature?.scheme;
  const kept = isSameSigner ? stored?.signature : undefined;
  const secrets =
    secret === undefined ? [] : [secret, ...(secret === '***' ? (kept?.secrets?.slice(1) ?? []) : [])];
  const { heartbeat = null, ...others } = fillDefaults(SETTINGS_SCHEMA, rest, stored);
  const isUnsigned = scheme === 'NONE' && stored?.signature?.scheme === undefined;
  return {
    ...others,
    heartbeat,
    labels: dropEmpty((labels ?? {}) as Record<string, unknown>),
    ...(isUnsigned ? {} : { signature: { ...kept, scheme, secrets } }),
  } as Settings;
}
