import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { ApiKeyRepository } from '../ports/api-key.repository.js';

/** Enables a disabled API key. */
export class EnableApiKey extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly api_key_id: string,
  ) {
    super();
  }
}

@CommandHandler(EnableApiKey)
export class EnableApiKeyHandler implements ICommandHandler<EnableApiKey> {
  constructor(private readonly apiKeys: ApiKeyRepository) {}

  async execute({ scope, api_key_id }: EnableApiKey): Promise<void> {
    await this.apiKeys.change(scope, api_key_id, (apiKey) => apiKey.enable());
  }
}

/** Disables an API key. Every process rejects it within a second. */
export class DisableApiKey extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly api_key_id: string,
  ) {
    super();
  }
}

@CommandHandler(DisableApiKey)
export class DisableApiKeyHandler implements ICommandHandler<DisableApiKey> {
  constructor(private readonly apiKeys: ApiKeyRepository) {}

  async execute({ scope, api_key_id }: DisableApiKey): Promise<void> {
    await this.apiKeys.change(scope, api_key_id, (apiKey) => apiKey.disable());
  }
}
