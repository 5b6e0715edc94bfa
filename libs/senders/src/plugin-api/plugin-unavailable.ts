import { DomainError } from '#shared/kernel/domain-error.js';

/** The plugin exists, but cannot be reached at present. The message is shown in the health of the webhook. */
export class PluginUnavailableError extends Error {
  /** The message for the log. It omits the remote service's own text, which may repeat parts of the delivery. */
  readonly logged: string;

  /**
   * @param retryAfterMs milliseconds after which a retry makes sense
   * @param explanation the explanation that the unavailable service gave
   */
  constructor(
    message: string,
    readonly retryAfterMs: number,
    explanation = '',
  ) {
    super(explanation === '' ? message : `${message}: ${explanation}`);
    this.logged = message;
    this.name = 'PluginUnavailableError';
  }
}

/** Converts a PluginUnavailableError to ERROR_UNAVAILABLE with a time for the retry. Returns any other error unchanged. */
export function mapUnavailableError(error: unknown): unknown {
  if (!(error instanceof PluginUnavailableError)) return error;
  return DomainError.unavailable(error.message, Math.ceil(error.retryAfterMs / 1000), error);
}
