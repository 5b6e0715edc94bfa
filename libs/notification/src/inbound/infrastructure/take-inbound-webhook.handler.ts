import { hash, timingSafeEqual } from 'node:crypto';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  AlertActions,
  type ReceiverAct,
  type ReceiverActOutcome,
} from '#monitoring/contracts/alert-actions.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { hashAccessKey } from '#shared/kernel/access-key.js';
import { cleanText, truncateCharacters } from '#shared/kernel/clean-text.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { formatId, tryParseId } from '#shared/kernel/ids.js';
import { parseJson, type Json } from '#shared/kernel/json.js';
import type { Scope, Via } from '#shared/kernel/scope.js';
import { formatSenderName } from '#shared/kernel/sender-name.js';
import { Encryption } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { decryptOrUnavailable } from '#shared/platform/persistence/columns.js';
import { readTellingState } from '../../delivery/tables/told-condition.js';
import type { InboundAct, InboundWebhooks } from '../../protocols/inbound.js';
import { ProtocolRegistry } from '../../protocols/protocol-registry.js';
import { InboundCounters, type CountedOutcome } from '../application/inbound-counters.js';
import { TakeInboundWebhook, type InboundResult } from '../application/take-inbound-webhook.js';

/** Bytes. Webhooks have a few thousand; those of Opsgenie have the description of the alert. */
const MAX_BODY_BYTES = 262_144;
const MAX_COMMENT_CHARACTERS = 1_000;
const DONE = {
  acknowledge: 'ACKNOWLEDGED',
  unacknowledge: 'UNACKNOWLEDGED',
  resolve: 'RESOLVED',
  note: 'NOTED',
} as const;
const REASONS: Readonly<Record<Exclude<ReceiverActOutcome, 'done'>, string>> = {
  repeated: 'This webhook was taken before',
  outdated: 'Something newer was done to the alert',
  unchanged: 'The alert is in this state already',
};

/** A subscription that takes webhooks of its receiver. */
interface InboundSubscription {
  readonly domain_id: string;
  readonly name: string;
  readonly protocol_id: string;
  readonly isEnabled: boolean;
  /** Returns the options with the secret ones. @throws ERROR_UNAVAILABLE if these cannot be read */
  readonly readOptions: () => PluginOptions;
  /** The SHA-256 of each key that is valid now. */
  readonly keyDigests: readonly Buffer[];
}

interface SubscriptionRow {
  readonly domain_id: string;
  readonly name: string;
  readonly protocol_id: string;
  readonly is_enabled: boolean;
  readonly options: PluginOptions;
  readonly secret_options: Buffer | null;
  readonly digests: readonly Buffer[];
}

/**
 * Whether the alert that was resolved at the receiver is not the one that is open there now. The two keys of an alert take turns, so
 * a webhook that comes late can have the key of the present one: then the times tell them apart.
 */
function wasReplaced(
  { key, openedAt }: ReturnType<InboundWebhooks['getShown']>,
  resolved: InboundAct,
): boolean {
  if (key !== resolved.key) return true;
  const { occurred_at } = resolved;
  return typeof openedAt === 'string' && occurred_at !== null && occurred_at < new Date(openedAt);
}

@CommandHandler(TakeInboundWebhook)
export class TakeInboundWebhookHandler implements ICommandHandler<TakeInboundWebhook> {
  constructor(
    private readonly pool: QueryPool,
    private readonly encryption: Encryption,
    private readonly protocols: ProtocolRegistry,
    private readonly alerts: AlertActions,
    private readonly counters: InboundCounters,
  ) {}

  async execute(command: TakeInboundWebhook): Promise<InboundResult> {
    try {
      const result = await this.take(command);
      this.counters.count(toCounted(result));
      return result;
    } catch (error) {
      this.counters.count(toCountedFailure(error));
      throw error;
    }
  }

  private async take({ subscription_id, access_key, request, address }: TakeInboundWebhook) {
    const uuid = tryParseId('subscription', subscription_id);
    const found = uuid === undefined ? undefined : await this.find(uuid);
    const subscription = found && hasKey(found, access_key) ? found : undefined;
    const webhooks = subscription && this.protocols.find(subscription.protocol_id)?.inbound;
    // The same answer whether there is no such subscription, none that takes webhooks, or the key is another one.
    if (uuid === undefined || subscription === undefined || webhooks === undefined)
      throw new DomainError('ERROR_NOT_FOUND', 'not-found', 'No subscription takes webhooks at this address');
    const forgery = webhooks.findForgery?.(request, subscription.readOptions());
    if (forgery !== undefined)
      throw new DomainError('ERROR_AUTHENTICATE_FAILURE', 'unauthenticated', forgery);
    if (!subscription.isEnabled)
      throw new DomainError(
        'ERROR_PERMISSION_DENIED',
        'denied',
        'The subscription is disabled: enable it first',
      );
    const read = webhooks.read(parseBody(request.body), subscription_id);
    if ('ignored' in read) return ignore(read.ignored);
    const alert_id = formatId('alert', read.alert_id);
    const { receipt, isSending } = await readTellingState(this.pool, uuid, read.alert_id);
    // Whoever has the address may act only on what is told there.
    if (receipt === null && !isSending) return ignore('The receiver was told of no such alert');
    if (read.person === null) {
      if (read.kind !== 'resolve') return ignore('No person did this', alert_id);
      const isReplaced = receipt !== null && wasReplaced(webhooks.getShown(receipt), read);
      // An alert is resolved there in order to open it again, when somebody must see it.
      if (isReplaced || isSending) return ignore('The service did this itself', alert_id);
    }
    const scope = createScope(subscription, uuid, read, address);
    return this.follow(scope, alert_id, toAct(uuid, read));
  }

  /** Finds a subscription of any domain, because the address names none. */
  private async find(uuid: string): Promise<InboundSubscription | undefined> {
    const { rows } = await this.pool.query<SubscriptionRow>({
      name: 'find inbound subscription',
      text: `
        select domain_id, name, protocol_id, state = 'ENABLED' as is_enabled, options, secret_options,
          array_remove(array[inbound_key_digest, case when previous_inbound_key_expires_at > clock_timestamp()
            then previous_inbound_key_digest end], null) as digests
        from subscription
        where subscription_id = $1 and deleted_at is null and inbound_key_digest is not null`,
      values: [uuid],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    const { is_enabled: isEnabled, digests: keyDigests, options, secret_options, ...named } = row;
    const readSecrets = () => this.encryption.decryptJson<PluginOptions>(secret_options, {});
    const readOptions = () => ({
      ...options,
      ...decryptOrUnavailable('The secrets of this subscription', readSecrets),
    });
    return { ...named, isEnabled, keyDigests, readOptions };
  }

  private async follow(scope: ViaScope, alert_id: string, act: ReceiverAct): Promise<InboundResult> {
    try {
      const outcome = await this.alerts.follow(scope, alert_id, act);
      if (outcome !== 'done') return ignore(REASONS[outcome], alert_id);
      return { outcome: DONE[act.kind], reason: null, alert_id };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      // Sent again, it would be refused again.
      if (error.kind === 'not-found') return ignore('The alert is no longer kept');
      if (error.kind === 'conflict') return ignore(error.message, alert_id);
      throw error;
    }
  }
}

type ViaScope = Scope & { readonly via: Via };

function hasKey({ keyDigests }: InboundSubscription, access_key: string): boolean {
  const digest = hashAccessKey(access_key);
  return keyDigests.filter((known) => timingSafeEqual(known, digest)).length > 0;
}

/** @throws ERROR_PAYLOAD_TOO_LARGE; ERROR_INVALID_PARAMETER */
function parseBody(body: Buffer): Json {
  if (body.length > MAX_BODY_BYTES)
    throw new DomainError(
      'ERROR_PAYLOAD_TOO_LARGE',
      'too-large',
      `A webhook of a receiver has at most ${MAX_BODY_BYTES} bytes`,
    );
  try {
    return parseJson(body.toString('utf8'));
  } catch (cause) {
    throw new DomainError(
      'ERROR_INVALID_PARAMETER',
      'invalid',
      'The body is not JSON: send webhooks as JSON',
      {
        errors: [{ field: 'body', reason: 'must be JSON' }],
        cause,
      },
    );
  }
}

/** Whoever acts is known by the name that the receiver gives, and by the subscription that tells it. */
function createScope(
  { domain_id, name }: InboundSubscription,
  uuid: string,
  { kind, person, occurred_at }: InboundAct,
  address: string,
): ViaScope {
  return {
    domain_id,
    user_id: formatSenderName(person, name),
    role: 'MEMBER',
    root: false,
    origin: { action: `${kind}_by_receiver`, api_key_id: null, address },
    via: { id: uuid, at: occurred_at ?? new Date() },
  };
}

function toAct(uuid: string, { kind, person, comment, description, event_id }: InboundAct): ReceiverAct {
  const text = person === null ? description : comment && cleanText(comment).trim();
  return {
    kind: person === null ? 'note' : kind,
    act_id: hash('sha256', `${uuid} ${event_id}`, 'buffer'),
    text: text ? truncateCharacters(text, MAX_COMMENT_CHARACTERS) : null,
  };
}

function ignore(reason: string, alert_id: string | null = null): InboundResult {
  return { outcome: 'IGNORED', reason, alert_id };
}

function toCounted({ outcome }: InboundResult): CountedOutcome {
  if (outcome === 'IGNORED') return 'ignored';
  return outcome === 'NOTED' ? 'noted' : 'acted';
}

function toCountedFailure(error: unknown): CountedOutcome {
  if (!(error instanceof DomainError)) return 'failed';
  if (error.kind === 'not-found') return 'unknown_address';
  if (error.kind === 'unauthenticated') return 'forged';
  if (error.kind === 'denied') return 'disabled';
  return error.kind === 'unavailable' ? 'failed' : 'invalid';
}
