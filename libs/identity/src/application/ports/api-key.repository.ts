import type { ApiKey } from '../../domain/api-key.js';

export abstract class ApiKeyRepository {
  /** Stores it and lets every process know. */
  abstract save(apiKey: ApiKey): Promise<void>;
}
