import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { newId } from '#shared/kernel/ids.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { normalizeName } from '#shared/kernel/normalize-name.js';
import { changeRecord, type DataOf } from '#shared/kernel/record-changes.js';
import { planRotation, type RotationTerms } from '#shared/kernel/rotation.js';
import { hashAccessKey, generateAccessKey } from '#shared/kernel/access-key.js';
import {
  changeSettings,
  DEFAULT_SETTINGS,
  type SettingChanges,
  type WebhookSettings,
} from './webhook-settings.js';

export type Tags = Readonly<Record<string, string>>;

export const WEBHOOK_STATES = ['ENABLED', 'DISABLED'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

export const UPGRADE_MODES = ['MANUAL', 'AUTO'] as const;
/** AUTO: the guarded upgrade moves the webhook to newer versions. MANUAL: the version is pinned. */
export type UpgradeMode = (typeof UPGRADE_MODES)[number];

export interface PluginChoice {
  readonly version: string;
  readonly upgrade_mode: UpgradeMode;
  readonly options: PluginOptions;
  readonly secret_options: PluginOptions;
}

export interface WebhookChanges extends ManagedBy {
  readonly name?: string | undefined;
  readonly tags?: Readonly<Record<string, unknown>> | undefined;
  readonly settings?: SettingChanges | undefined;
}

export interface NewWebhook extends WebhookChanges {
  readonly domain_id: string;
  readonly project_id: string;
  readonly name: string;
  readonly plugin_id: string;
  readonly plugin: PluginChoice;
  /** Of a webhook that existed elsewhere, so that its address stays the same. */
  readonly webhook_id?: string | undefined;
  readonly access_key?: string | undefined;
}

/**
 * A webhook, which accepts the deliveries of one monitoring system. Methods that change it return whether they did, so that a
 * repeated command writes nothing.
 */
export class Webhook {
  webhook_id!: string;
  domain_id!: string;
  project_id!: string;
  name!: string;
  state!: WebhookState;
  plugin_id!: string;
  plugin_version!: string;
  upgrade_mode!: UpgradeMode;
  options!: PluginOptions;
  /** Plain text here; encrypted in the database. */
  secret_options!: PluginOptions;
  /** Plain text here; encrypted in the database. */
  access_key!: string;
  access_key_digest!: Buffer;
  previous_access_key_digest!: Buffer | null;
  previous_access_key_expires_at!: Date | null;
  tags!: Tags;
  settings!: WebhookSettings;
  /** The secrets that sign deliveries. Plain text here; encrypted in the database. */
  signing_secrets!: readonly string[];
  managed_by!: string | null;
  verification_id!: string | null;
  created_at!: Date;
  updated_at!: Date;
  /** Set for deleted webhooks. The row is kept, because deliveries that were accepted before still need it. */
  deleted_at!: Date | null;

  static create(given: NewWebhook, now: Date): Webhook {
    const { webhook_id = newId('webhook'), access_key = generateAccessKey() } = given;
    return Object.assign(new Webhook(), {
      webhook_id,
      domain_id: given.domain_id,
      project_id: given.project_id,
      name: validateName(given.name),
      state: 'ENABLED',
      plugin_id: given.plugin_id,
      plugin_version: given.plugin.version,
      upgrade_mode: given.plugin.upgrade_mode,
      options: given.plugin.options,
      secret_options: given.plugin.secret_options,
      access_key,
      access_key_digest: hashAccessKey(access_key),
      previous_access_key_digest: null,
      previous_access_key_expires_at: null,
      tags: validateTags(given.tags ?? {}),
      ...changeSettings({ settings: DEFAULT_SETTINGS, signing_secrets: [] }, given.settings ?? {}),
      managed_by: given.managed_by ?? null,
      verification_id: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    } satisfies DataOf<Webhook>);
  }

  /** Replaces the tags as a whole, and the given settings one by one. */
  update(given: WebhookChanges, now: Date): boolean {
    return changeRecord<Webhook>(this, now, {
      name: given.name === undefined ? this.name : validateName(given.name),
      tags: given.tags === undefined ? this.tags : validateTags(given.tags),
      ...changeSettings(this, given.settings ?? {}),
      managed_by: given.managed_by === undefined ? this.managed_by : given.managed_by,
    });
  }

  changePlugin({ version, upgrade_mode, options, secret_options }: PluginChoice, now: Date): boolean {
    return changeRecord<Webhook>(this, now, {
      plugin_version: version,
      upgrade_mode,
      options,
      secret_options,
    });
  }

  enable(now: Date): boolean {
    return changeRecord<Webhook>(this, now, { state: 'ENABLED' });
  }

  disable(now: Date): boolean {
    return changeRecord<Webhook>(this, now, { state: 'DISABLED' });
  }

  /** Replaces the access key. The current one stays valid for the grace period. @throws as {@link planRotation} */
  rotateAccessKey(terms: RotationTerms, now: Date): boolean {
    const expiresAt = planRotation(terms, this.previous_access_key_expires_at, now);
    const access_key = generateAccessKey();
    return changeRecord<Webhook>(this, now, {
      previous_access_key_digest: expiresAt === null ? null : this.access_key_digest,
      previous_access_key_expires_at: expiresAt,
      access_key,
      access_key_digest: hashAccessKey(access_key),
    });
  }

  delete(now: Date): boolean {
    return changeRecord<Webhook>(this, now, { deleted_at: now });
  }
}

/** @throws ERROR_INVALID_PARAMETER */
function validateName(given: string): string {
  const name = normalizeName(given);
  if (name === '' || isLonger(name, 255)) throw DomainError.invalid('name', 'must have 1 to 255 characters');
  return name;
}

/** @throws ERROR_INVALID_PARAMETER */
function validateTags(given: Readonly<Record<string, unknown>>): Tags {
  const entries = Object.entries(given);
  if (entries.length > 50) throw DomainError.invalid('tags', 'must be at most 50');
  for (const [key, value] of entries) {
    if (key === '' || isLonger(key, 128))
      throw DomainError.invalid('tags', 'must have keys of 1 to 128 characters');
    if (typeof value !== 'string' || isLonger(value, 256)) {
      throw DomainError.invalid(`tags.${key}`, 'must be text of at most 256 characters');
    }
  }
  return given as Tags;
}

/** Counts characters, not UTF-16 units. */
function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength);
}

export interface VersionChoice {
  readonly version: string;
  readonly upgrade_mode: UpgradeMode;
}

/**
 * Returns the version of a webhook's plugin after a request. Without a version the current one stays, even if the mode changes to
 * AUTO: only the upgrade, which tries a version first, changes it. A given version is pinned.
 * @param prefix path of the two fields in the request, for example `plugin_info.`
 * @throws ERROR_INVALID_PARAMETER
 */
export function chooseVersion(
  current: VersionChoice,
  asked: { readonly version?: string | undefined; readonly upgrade_mode?: UpgradeMode | undefined },
  prefix = '',
): VersionChoice {
  const { version, upgrade_mode } = asked;
  if (version === undefined) {
    return { version: current.version, upgrade_mode: upgrade_mode ?? current.upgrade_mode };
  }
  if (upgrade_mode === 'AUTO') {
    throw DomainError.invalid(
      `${prefix}version`,
      'cannot be given with upgrade_mode AUTO, which chooses it; leave one of them out',
    );
  }
  return { version, upgrade_mode: 'MANUAL' };
}
