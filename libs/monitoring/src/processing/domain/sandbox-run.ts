import type { Delivery } from '../../intake/domain/delivery.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';

/** A delivery, and what reads it. */
export interface SandboxRun {
  readonly plugin_id: string;
  readonly plugin_version: string;
  readonly options: PluginOptions;
  readonly delivery_id: string;
  readonly delivery: Delivery;
}
