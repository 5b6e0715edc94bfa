import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#shared/kernel/clock.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { ApiKey } from '../../domain/api-key.js';
import { generateSecret } from '../../domain/api-key-secret.js';
import { ApiKeyRepository } from '../ports/api-key.repository.js';
import { toApiKeyInfo, type APIKeyInfo } from '../queries/api-key-info.js';

/** Replaces the secret of an API key. The previous one stays valid for `grace_seconds`, so that its users can switch. */
export class RotateApiKey extends Command<APIKeyInfo> {
  constructor(
    readonly scope: Scope,
    readonly api_key_id: string,
    readonly grace_seconds = 0,
  ) {
    super();
  }
}

@CommandHandler(RotateApiKey)
export class RotateApiKeyHandler implements ICommandHandler<RotateApiKey> {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  async execute({ scope, api_key_id, grace_seconds }: RotateApiKey): Promise<APIKeyInfo> {
    const secret = generateSecret();
    const toResponse = (apiKey: ApiKey) => toApiKeyInfo(apiKey, secret);
    const rotate = (apiKey: ApiKey) => apiKey.rotate(secret, grace_seconds, this.clock.now());
    return toResponse(await this.apiKeys.change(scope, api_key_id, rotate, toResponse));
  }
}
