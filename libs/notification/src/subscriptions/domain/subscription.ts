import { randomBytes } from 'node:crypto';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { generateAccessKey, hasFewValues, hashAccessKey } from '#shared/kernel/access-key.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { validateTimezone } from '#shared/kernel/cron-schedule.js';
import { newId } from '#shared/kernel/ids.js';
import type { ManagedBy } from '#shared/kernel/managed-by.js';
import { normalizeName } from '#shared/kernel/normalize-name.js';
import { changeRecord, type DataOf } from '#shared/kernel/record-changes.js';
import { planRotation, type RotationTerms } from '#shared/kernel/rotation.js';
import type { Group } from './group.js';
import type { Remind } from './remind.js';
import type { SubscriptionState, SubscriptionTrigger } from './subscription-record.js';

const SECRET_BYTES = 32;

/** Returns a signing secret in the format of Standard Webhooks. */
function generateSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Of 16 to 64 bytes. */
export const SIGNING_SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]{22,86}={0,2}$/;

/** Returns why a signing secret that a caller gives may be guessed, as the rest of a sentence; `undefined` if it looks random. */
export function findSecretProblem(given: unknown): string | undefined {
  if (typeof given !== 'string' || !SIGNING_SECRET_PATTERN.test(given))
    return 'must be whsec_ and the base64 of 16 to 64 bytes';
  const encoded = given.slice('whsec_'.length);
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return 'must be whsec_ and the base64 of 16 to 64 bytes';
  return hasFewValues(bytes) ? 'is easy to guess: give a random one' : undefined;
}

/** The checked options of a protocol, with the secrets separated. */
export interface ResolvedOptions {
  /** As the API returns them, with secrets masked. */
  readonly options: PluginOptions;
  readonly secret_options: PluginOptions;
}

/** Conditions of the query language, as they were sent. */
export interface AlertFilter {
  readonly filter: readonly unknown[];
  readonly filter_or: readonly unknown[];
}

export const DEFAULT_TIMEZONE = 'UTC';

export interface SubscriptionChanges extends ManagedBy {
  readonly name?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  /** What it is told by. */
  readonly trigger?: SubscriptionTrigger | undefined;
  readonly filter?: AlertFilter['filter'] | undefined;
  readonly filter_or?: AlertFilter['filter_or'] | undefined;
  readonly resolvedOptions?: ResolvedOptions | undefined;
  /** `null`: each change is sent singly. */
  readonly group?: Group | null | undefined;
  /** A JSONata expression; `null`: the message is sent as it is. */
  readonly template?: string | null | undefined;
  readonly timezone?: string | undefined;
  /** Whether messages have links to act on the alert. */
  readonly actions?: boolean | undefined;
  /** `null`: nobody is reminded of open alerts. */
  readonly remind?: Remind | null | undefined;
}

export interface NewSubscription extends SubscriptionChanges {
  readonly domain_id: string;
  readonly project_id: string | null;
  readonly name: string;
  readonly kinds: readonly string[];
  readonly protocol_id: string;
  readonly isSigned: boolean;
  /** That of a subscription that existed elsewhere, which receivers know. */
  readonly signing_secret?: string | undefined;
  readonly resolvedOptions: ResolvedOptions;
}

/**
 * Defines which changes of alerts are sent, to whom and how. Every method that changes it returns whether anything changed,
 * so that a repeated command writes nothing.
 */
export class Subscription {
  subscription_id!: string;
  domain_id!: string;
  project_id!: string | null;
  name!: string;
  state!: SubscriptionState;
  state_reason!: string | null;
  protocol_id!: string;
  options!: PluginOptions;
  /** Decrypted here, encrypted in the database. */
  secret_options!: PluginOptions;
  /** The current one first. Decrypted here, encrypted in the database. */
  signing_secrets!: readonly string[];
  previous_secret_expires_at!: Date | null;
  kinds!: readonly string[];
  trigger!: SubscriptionTrigger;
  filter!: readonly unknown[];
  filter_or!: readonly unknown[];
  group!: Group | null;
  template!: string | null;
  timezone!: string;
  actions!: boolean;
  remind!: Remind | null;
  managed_by!: string | null;
  /** The SHA-256 of the key in the address for webhooks of the receiver; `null`: there is no such address. */
  inbound_key_digest!: Buffer | null;
  previous_inbound_key_digest!: Buffer | null;
  previous_inbound_key_expires_at!: Date | null;
  created_at!: Date;
  updated_at!: Date;
  /** When the subscription was deleted. The row stays as a tombstone until nothing waits any more. */
  deleted_at!: Date | null;

  static create(given: NewSubscription, now: Date): Subscription {
    return Object.assign(new Subscription(), {
      subscription_id: newId('subscription'),
      domain_id: given.domain_id,
      project_id: given.project_id,
      name: validateName(given.name),
      state: 'ENABLED',
      state_reason: null,
      protocol_id: given.protocol_id,
      ...given.resolvedOptions,
      signing_secrets: given.isSigned ? [given.signing_secret ?? generateSigningSecret()] : [],
      previous_secret_expires_at: null,
      kinds: given.kinds,
      trigger: given.trigger ?? 'CHANGE',
      filter: given.filter ?? [],
      filter_or: given.filter_or ?? [],
      group: given.group ?? null,
      template: given.template ?? null,
      timezone: validateTimezone(given.timezone ?? DEFAULT_TIMEZONE),
      actions: given.actions ?? false,
      remind: given.remind ?? null,
      managed_by: given.managed_by ?? null,
      inbound_key_digest: null,
      previous_inbound_key_digest: null,
      previous_inbound_key_expires_at: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    } satisfies DataOf<Subscription>);
  }

  /** Replaces the given fields entirely. */
  update(
    {
      name,
      kinds,
      trigger,
      filter,
      filter_or,
      resolvedOptions,
      group,
      template,
      timezone,
      actions,
      remind,
      managed_by,
    }: SubscriptionChanges,
    now: Date,
  ): boolean {
    return changeRecord<Subscription>(this, now, {
      name: name === undefined ? this.name : validateName(name),
      kinds: kinds ?? this.kinds,
      trigger: trigger ?? this.trigger,
      filter: filter ?? this.filter,
      filter_or: filter_or ?? this.filter_or,
      group: group === undefined ? this.group : group,
      template: template === undefined ? this.template : template,
      timezone: timezone === undefined ? this.timezone : validateTimezone(timezone),
      actions: actions ?? this.actions,
      remind: remind === undefined ? this.remind : remind,
      managed_by: managed_by === undefined ? this.managed_by : managed_by,
      ...(resolvedOptions && {
        options: resolvedOptions.options,
        secret_options: resolvedOptions.secret_options,
      }),
    });
  }

  enable(now: Date): boolean {
    return changeRecord<Subscription>(this, now, { state: 'ENABLED', state_reason: null });
  }

  disable(now: Date): boolean {
    return changeRecord<Subscription>(this, now, { state: 'DISABLED', state_reason: null });
  }

  /**
   * Replaces the signing secret and returns the new one. The current secret also signs during the grace period.
   * @throws as {@link planRotation}; ERROR_CONFLICT if the protocol does not sign
   */
  rotate(terms: RotationTerms, now: Date): string {
    const [current] = this.signing_secrets;
    if (current === undefined)
      throw new DomainError('ERROR_CONFLICT', 'conflict', 'The protocol of this subscription signs nothing');
    const expiresAt = planRotation(terms, this.previous_secret_expires_at, now);
    const signing_secret = generateSigningSecret();
    changeRecord<Subscription>(this, now, {
      signing_secrets: expiresAt === null ? [signing_secret] : [signing_secret, current],
      previous_secret_expires_at: expiresAt,
    });
    return signing_secret;
  }

  /**
   * Replaces the key in the address for webhooks of the receiver, or makes the first one, and returns it.
   * @throws as {@link planRotation}
   */
  rotateInboundKey(terms: RotationTerms, now: Date): string {
    const key = generateAccessKey();
    const expiresAt = planRotation(terms, this.previous_inbound_key_expires_at, now);
    const keepsPrevious = expiresAt !== null && this.inbound_key_digest !== null;
    changeRecord<Subscription>(this, now, {
      inbound_key_digest: hashAccessKey(key),
      previous_inbound_key_digest: keepsPrevious ? this.inbound_key_digest : null,
      previous_inbound_key_expires_at: keepsPrevious ? expiresAt : null,
    });
    return key;
  }

  /** Ends the address for webhooks of the receiver. */
  closeInbound(now: Date): boolean {
    if (this.inbound_key_digest === null) return false;
    return changeRecord<Subscription>(this, now, {
      inbound_key_digest: null,
      previous_inbound_key_digest: null,
      previous_inbound_key_expires_at: null,
    });
  }

  delete(now: Date): boolean {
    return changeRecord<Subscription>(this, now, { deleted_at: now });
  }

  /** Returns the secrets that requests are signed with now. */
  validSecrets(now: Date): readonly string[] {
    const isExpired = this.previous_secret_expires_at === null || this.previous_secret_expires_at <= now;
    return isExpired ? this.signing_secrets.slice(0, 1) : this.signing_secrets;
  }
}

function validateName(given: string): string {
  const name = normalizeName(given);
  if (name === '' || [...name].length > 255)
    throw DomainError.invalid('name', 'must have 1 to 255 characters');
  return name;
}

/** Returns the query of alerts that a subscription or silence applies; `undefined` if it matches everything in the domain. */
export function buildAlertQuery(
  { filter, filter_or }: AlertFilter,
  project_id: string | null,
): object | undefined {
  const projectCondition = project_id === null ? [] : [{ k: 'project_id', v: project_id, o: 'eq' }];
  const conditions = [...projectCondition, ...filter];
  return conditions.length + filter_or.length === 0 ? undefined : { filter: conditions, filter_or };
}
