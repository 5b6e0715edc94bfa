import type { Delivery } from '../../intake/domain/delivery.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

export interface SandboxRun {
  readonly plugin_id: string;
  readonly plugin_version: string;
  readonly options: PluginOptions;
  readonly delivery_id: string;
  readonly delivery: Delivery;
}
