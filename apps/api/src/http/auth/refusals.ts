import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindKeyOwner, type KeyOwner } from '#identity';
import type { Caller } from '#shared/kernel/scope.js';
import { AuditBuffer } from '#shared/platform/audit/audit-log.js';
import { Every } from '#shared/schedule/every.decorator.js';
import { toNetwork } from './caller.js';

/** The maximum number of addresses that are counted apart. Attackers can use many addresses, but not fill the log. */
const MAX_NETWORKS = 1_000;
const OTHERS = 'others';

interface Counts {
  failed_sign_ins: number;
  wrong_credentials: number;
  denied: number;
}

export interface AuthenticationFailure {
  readonly kind: 'failed_sign_ins' | 'wrong_credentials';
  readonly address: string;
  /** The key that was not accepted, if it was a key. */
  readonly key?: string | undefined;
}

/**
 * Reports who was refused: each minute a line in the log for each address (of IPv6, for each /64), and an entry in the audit
 * log if an API key is known, also one that has ended. Deliveries are not counted here, but in the health of their webhook.
 */
@Injectable()
export class Refusals implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Access');
  private networks = new Map<string, Counts>();

  constructor(
    private readonly queries: QueryBus,
    private readonly audit: AuditBuffer,
  ) {}

  async addFailure({ kind, address, key }: AuthenticationFailure): Promise<void> {
    this.count(kind, address);
    // Whether the owner can be found must not change the response.
    const owner = key && (await this.queries.execute(new FindKeyOwner(key)).catch(() => undefined));
    if (owner) this.record('authentication_failed', address, owner);
  }

  /** Counts a request that the caller had no permission for. */
  addDenial(address: string, caller: Caller | undefined): void {
    this.count('denied', address);
    if (caller?.root === false) this.record('access_denied', address, caller);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.report();
  }

  @Every(60_000)
  report(): Promise<void> {
    for (const [network, counts] of this.networks) {
      const address = network.includes(':') ? `${network}::/64` : network;
      this.logger.warn({ address, ...counts }, 'requests were refused within a minute');
    }
    this.networks = new Map();
    return Promise.resolve();
  }

  private count(kind: keyof Counts, address: string): void {
    const network = toNetwork(address);
    const isFull = this.networks.size >= MAX_NETWORKS && !this.networks.has(network);
    const counts = this.networks.get(isFull ? OTHERS : network) ?? {
      failed_sign_ins: 0,
      wrong_credentials: 0,
      denied: 0,
    };
    counts[kind] += 1;
    this.networks.set(isFull ? OTHERS : network, counts);
  }

  private record(action: string, address: string, { api_key_id, ...owner }: KeyOwner): void {
    if (api_key_id === null) return;
    this.audit.record({ ...owner, origin: { action, api_key_id, address } }, 'api_key', api_key_id);
  }
}
