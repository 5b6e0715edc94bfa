import { DomainError } from '#shared/kernel/domain-error.js';
import { PluginUnavailableError } from './plugin.js';

/** Converts a PluginUnavailableError to ERROR_UNAVAILABLE with a time for the retry. Returns any other error unchanged. */
export function mapUnavailableError(error: unknown): unknown {
  if (!(error instanceof PluginUnavailableError)) return error;
  return DomainError.unavailable(error.message, Math.ceil(error.retryAfterMs / 1000), error);
}
