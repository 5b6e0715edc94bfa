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
   * Runs the plugin on a delivery in a separate process, so that a crash loses nothing else.
   * @returns how the plugin crashed the process; `undefined` if it did not, or if no sandbox is available
   */
  abstract detectCrash(run: SandboxRun): Promise<string | undefined>;
}
