import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { ApiKeyRepository } from '../ports/api-key.repository.js';

/** Deletes an API key. Every process rejects it within a second. */
export class DeleteApiKey extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly api_key_id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteApiKey)
export class DeleteApiKeyHandler implements ICommandHandler<DeleteApiKey> {
  constructor(private readonly apiKeys: ApiKeyRepository) {}

  async execute({ scope, api_key_id }: DeleteApiKey): Promise<void> {
    await this.apiKeys.remove(scope, api_key_id);
  }
}
