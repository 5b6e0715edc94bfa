import {
  ENABLED_SCHEMA,
  givenSecretSchema,
  fillInner,
  getName,
  isEnabled,
  pick,
  type Info,
  type Kind,
} from '../kind.js';
import { changeAt, type Terms } from '../terms.js';

const SIGNATURE = {
  scheme: 'NONE',
  required: true,
  tolerance: 300,
  header: null,
  timestamp_header: null,
  secrets: [],
};

/** Settings of a webhook that are not given. A test compares them with those of the service. */
const SETTINGS = {
  deduplicate: true,
  stale_after: 2_592_000,
  max_rate: -1,
  max_backlog: -1,
  default_severity: 'AUTO',
  heartbeat: null,
  heartbeats: 'MANUAL',
  heartbeat_of: null,
  flap: { count: 5, window: 3600 },
  signature: SIGNATURE,
};

export const WEBHOOKS: Kind = {
  section: 'webhooks',
  noun: 'webhook',
  id: 'webhook_id',
  project: 'required',
  fixed: ['plugin'],
  initial: ['webhook_id', 'access_key'],
  secrets: ['options', 'settings.signature.secrets', 'access_key'],
  nullable: ['settings.flap'],
  seconds: ['settings.stale_after', 'settings.flap.window', 'settings.signature.tolerance'],
  durations: ['settings.heartbeat.expect_every', 'settings.heartbeat.grace'],
  schema: (api) => {
    const { plugin_id, version, upgrade_mode, options } = api['CreateWebhookPluginInfo']?.properties ?? {};
    const { labels, ...settings } = api['WebhookSettings']?.properties ?? {};
    const fields = api['CreateWebhookRequest']?.properties ?? {};
    return {
      properties: {
        ...{
          plugin: plugin_id ?? {},
          version: version ?? {},
          // `NONE` says that it is not given.
          upgrade_mode: { ...upgrade_mode, enum: ['MANUAL', 'AUTO'] },
          options: options ?? {},
        },
        labels: labels ?? {},
        ...pick(fields, 'tags', 'webhook_id'),
        access_key: givenSecretSchema(fields['access_key']),
        settings: { type: 'object', properties: settings, additionalProperties: false },
        enabled: ENABLED_SCHEMA,
      },
      required: ['plugin'],
    };
  },
  defaults: ({ version }) => ({
    upgrade_mode: version === undefined ? 'AUTO' : 'MANUAL',
    options: {},
    labels: {},
    tags: {},
    settings: SETTINGS,
    enabled: true,
  }),
  complete: (terms, stored) => {
    let settings = fillInner(terms['settings'] as Terms, 'heartbeat', { grace: '1m', severity: 'CRITICAL' });
    // The service keeps names of headers in lower case.
    for (const path of ['signature.header', 'signature.timestamp_header'])
      settings = changeAt(settings, path, (name) => String(name).toLowerCase());
    // Without a version, a pinned webhook keeps the one it has.
    const isPinned = terms['upgrade_mode'] === 'MANUAL';
    return { ...terms, settings, version: isPinned ? (terms['version'] ?? stored?.['version']) : undefined };
  },
  nameOf: getName,
  read: (info) => {
    const { plugin_id, version, upgrade_mode, options } = info['plugin_info'] as Info;
    const { labels, ...settings } = info['settings'] as Info;
    return {
      plugin: plugin_id,
      ...(upgrade_mode === 'MANUAL' && { version }),
      ...{ upgrade_mode, options, labels },
      tags: info['tags'],
      settings,
      enabled: isEnabled(info),
    };
  },
  write: ({ plugin, version, upgrade_mode, options, labels, tags, settings, ...initial }, _, name) => ({
    name,
    ...pick(initial, 'webhook_id', 'access_key'),
    plugin_info: { plugin_id: plugin, version, upgrade_mode, options },
    tags,
    settings: { ...(settings as object), labels },
  }),
};
