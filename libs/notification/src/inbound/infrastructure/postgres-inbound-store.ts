import { Injectable } from '@nestjs/common';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import { Encryption } from '#shared/platform/encryption.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { readTellingState } from '../../delivery/tables/telling-state.js';
import {
  InboundStore,
  type InboundSubscription,
  type TellingState,
} from '../application/ports/inbound-store.js';

interface SubscriptionRow {
  readonly domain_id: string;
  readonly name: string;
  readonly protocol_id: string;
  readonly is_enabled: boolean;
  readonly options: PluginOptions;
  readonly secret_options: Buffer | null;
  readonly digests: readonly Buffer[];
}

@Injectable()
export class PostgresInboundStore extends InboundStore {
  constructor(
    private readonly pool: QueryPool,
    private readonly encryption: Encryption,
  ) {
    super();
  }

  async find(subscription_id: string): Promise<InboundSubscription | undefined> {
    const { rows } = await this.pool.query<SubscriptionRow>({
      name: 'find inbound subscription',
      text: `
        select domain_id, name, protocol_id, state = 'ENABLED' as is_enabled, options, secret_options,
          array_remove(array[inbound_key_digest, case when previous_inbound_key_expires_at > clock_timestamp()
            then previous_inbound_key_digest end], null) as digests
        from subscription
        where subscription_id = $1 and deleted_at is null and inbound_key_digest is not null`,
      values: [subscription_id],
    });
    const [row] = rows;
    if (row === undefined) return undefined;
    const { is_enabled: isEnabled, digests: keyDigests, options, secret_options, ...named } = row;
    const readOptions = () => ({ ...options, ...this.decrypt(secret_options) });
    return { ...named, isEnabled, keyDigests, readOptions };
  }

  readTelling(subscription_id: string, alert_id: string): Promise<TellingState> {
    return readTellingState(this.pool, subscription_id, alert_id);
  }

  private decrypt(stored: Buffer | null): PluginOptions {
    try {
      return this.encryption.decryptJson<PluginOptions>(stored, {});
    } catch (cause) {
      throw DomainError.unavailable('The secrets of this subscription cannot be read', 60, cause);
    }
  }
}
