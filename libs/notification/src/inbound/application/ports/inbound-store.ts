import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Receipt } from '../../../protocols/protocol.js';

/** A subscription that takes webhooks of its receiver. */
export interface InboundSubscription {
  readonly domain_id: string;
  readonly name: string;
  readonly protocol_id: string;
  readonly isEnabled: boolean;
  /** Returns the options with the secret ones. @throws ERROR_UNAVAILABLE if these cannot be read */
  readonly readOptions: () => PluginOptions;
  /** The SHA-256 of each key that is valid now. */
  readonly keyDigests: readonly Buffer[];
}

/** What the receiver was told of an alert. */
export interface TellingState {
  /** `null`: nothing that the protocol remembers. */
  readonly receipt: Receipt | null;
  /** Whether something is waiting to be sent, or being sent. */
  readonly isSending: boolean;
}

export abstract class InboundStore {
  /** Finds a subscription of any domain, because the address names none. @param subscription_id a uuid */
  abstract find(subscription_id: string): Promise<InboundSubscription | undefined>;

  /** Both ids are uuids. */
  abstract readTelling(subscription_id: string, alert_id: string): Promise<TellingState>;
}
