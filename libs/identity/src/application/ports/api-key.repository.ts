import type { Scope } from '#shared/kernel/scope.js';
import type { ApiKey } from '../../domain/api-key.js';

/** Stores API keys. Every process knows of a change within a second. */
export abstract class ApiKeyRepository {
  /**
   * Stores a new key.
   * @param response the response that a repeated request with the same `Idempotency-Key` gets, because the secret cannot
   * be read again
   */
  abstract save(scope: Scope, apiKey: ApiKey, response?: object): Promise<void>;

  /**
   * Runs `change` on the locked record and stores the record if `change` returns true. Returns the resulting record.
   * @throws ERROR_NOT_FOUND, also for a key of another domain
   */
  abstract change(
    scope: Scope,
    api_key_id: string,
    change: (apiKey: ApiKey) => boolean,
    toResponse?: (apiKey: ApiKey) => object,
  ): Promise<ApiKey>;

  /** @throws ERROR_NOT_FOUND, also for a key of another domain */
  abstract remove(scope: Scope, api_key_id: string): Promise<void>;
}
