import type { Delivery } from '../../../intake/domain/delivery.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

export interface SandboxRun {
  readonly plugin_id: string;
  readonly plugin_version: string;
  readonly options: PluginOptions;
  readonly delivery_id: string;
  readonly delivery: Delivery;
}

export abstract class PluginSandbox {
  /**
   * Lets a plugin read a delivery where nothing else is lost when it ends its process.
   * @returns how it ended it; `undefined` where it did not, or where this cannot be tried
   */
  abstract crashOf(run: SandboxRun): Promise<string | undefined>;
}
