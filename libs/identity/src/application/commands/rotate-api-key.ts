import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ExpiryClock, type TimeSource } from '#shared/kernel/clock.js';
import type { RotationTerms } from '#shared/kernel/rotation.js';
import type { Scope } from '#shared/kernel/scope.js';
import type { ApiKey } from '../../domain/api-key.js';
import { generateSecret } from '../../domain/api-key-secret.js';
import { ApiKeyRepository } from '../ports/api-key.repository.js';
import { toApiKeyInfo, type APIKeyInfo } from '../queries/api-key-info.js';

/** Replaces the secret of an API key. The previous one stays valid for the grace period, so that its users can switch. */
export class RotateApiKey extends Command<APIKeyInfo> {
  constructor(
    readonly scope: Scope,
    readonly api_key_id: string,
    readonly terms: RotationTerms,
  ) {
    super();
  }
}

@CommandHandler(RotateApiKey)
export class RotateApiKeyHandler implements ICommandHandler<RotateApiKey> {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    @Inject(ExpiryClock) private readonly clock: TimeSource,
  ) {}

  async execute({ scope, api_key_id, terms }: RotateApiKey): Promise<APIKeyInfo> {
    const secret = generateSecret();
    const toResponse = (apiKey: ApiKey) => toApiKeyInfo(apiKey, secret);
    const now = await this.clock.now();
    const rotate = (apiKey: ApiKey) => apiKey.rotate(secret, terms, now);
    return toResponse(await this.apiKeys.change(scope, api_key_id, rotate, toResponse));
  }
}
