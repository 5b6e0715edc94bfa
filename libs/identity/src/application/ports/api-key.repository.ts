import type { Scope } from '#shared/kernel/scope.js';
import type { ApiKey } from '../../domain/api-key.js';

/** Whatever it stores, every process knows within a second. */
export abstract class ApiKeyRepository {
  /** @param answer what a repetition of the request is answered: the secret can never be read again */
  abstract save(scope: Scope, apiKey: ApiKey, answer?: object): Promise<void>;

  /**
   * Runs the change on the locked record and stores it if it says so. Returns the record as it then is.
   * @throws ERROR_NOT_FOUND, also for another domain's
   */
  abstract change(
    scope: Scope,
    api_key_id: string,
    change: (apiKey: ApiKey) => boolean,
    answer?: (apiKey: ApiKey) => object,
  ): Promise<ApiKey>;

  /** @throws ERROR_NOT_FOUND, also for another domain's */
  abstract remove(scope: Scope, api_key_id: string): Promise<void>;
}
