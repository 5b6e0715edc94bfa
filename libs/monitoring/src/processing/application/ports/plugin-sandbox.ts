import type { RawJson } from '#shared/kernel/json.js';
import type { DefaultSeverity } from '#senders/plugin-api/default-severity.js';
import type { PluginOptions } from '#senders/plugin-api/plugin.js';
import type { Delivery, Outcome } from '../../../intake/domain/delivery.js';
import type { PluginPreview, PreviewedDelivery, PreviewSettings } from '../preview-delivery.js';
import type { DeliveryCheck, DeliveryComparison } from '../../domain/compare-parses.js';
import type { StoredEvent } from './stored-deliveries.js';

interface SandboxTask {
  readonly plugin_id: string;
  readonly version: string;
  readonly options: PluginOptions;
}

export interface ParseTask extends SandboxTask {
  readonly delivery_id: string;
  readonly delivery: Delivery;
}

export interface PreviewTask extends SandboxTask {
  readonly delivery: PreviewedDelivery;
  readonly settings?: PreviewSettings | undefined;
}

export interface CompareTask extends ParseTask {
  readonly other_version: string;
  readonly default_severity: DefaultSeverity;
}

export interface CheckTask extends ParseTask {
  readonly default_severity: DefaultSeverity;
  readonly outcomes: readonly Outcome[];
  /** Those of the events that the outcomes name, by their ids. */
  readonly events: ReadonlyMap<string, StoredEvent>;
}

/** Runs plugins in separate processes. A plugin that takes long or crashes its process loses or delays nothing else. */
export abstract class PluginSandbox {
  /**
   * Returns how the plugin crashed the process; `undefined` if it did not.
   * @param domain_id whose share of time it takes
   * @throws PluginUnavailableError
   */
  abstract detectCrash(task: ParseTask, domain_id: string): Promise<string | undefined>;

  /**
   * Parses a delivery and returns the outcomes.
   * @param domain_id whose share of time it takes
   * @throws ERROR_INVALID_PARAMETER for a body that cannot be parsed, or not within the limits; PluginUnavailableError
   */
  abstract preview(task: PreviewTask, domain_id: string): Promise<RawJson<PluginPreview>>;

  /**
   * Parses a stored delivery with two versions of its plugin.
   * @param domain_id whose share of time it takes
   * @throws ERROR_INVALID_PARAMETER if that exceeds the limits; PluginUnavailableError
   */
  abstract compare(task: CompareTask, domain_id: string): Promise<DeliveryComparison>;

  /** As {@link compare}, with what is stored of the delivery. */
  abstract check(task: CheckTask, domain_id: string): Promise<DeliveryCheck>;
}
