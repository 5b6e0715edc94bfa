import { DomainError } from '#shared/kernel/domain-error.js';
import { PluginUnavailableError } from './plugin.js';

/** What a caller is told of an error: ERROR_UNAVAILABLE, and when to come again, where a plugin is out of reach. */
export function unavailableOr(error: unknown): unknown {
  if (!(error instanceof PluginUnavailableError)) return error;
  return DomainError.unavailable(error.message, Math.ceil(error.retryAfterMs / 1000), error);
}
