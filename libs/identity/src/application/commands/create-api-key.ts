import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ExpiryClock, type TimeSource } from '#shared/kernel/clock.js';
import type { Role, Scope } from '#shared/kernel/scope.js';
import { requireMoment, type Moment } from '#shared/query/instant.js';
import { ApiKey } from '../../domain/api-key.js';
import { generateSecret } from '../../domain/api-key-secret.js';
import { ApiKeyRepository } from '../ports/api-key.repository.js';
import { toApiKeyInfo, type APIKeyInfo } from '../queries/api-key-info.js';

export interface CreateApiKeyFields {
  readonly user_id: string;
  readonly name?: string | undefined;
  readonly role?: Role | undefined;
  readonly expires_at?: Moment | undefined;
}

export class CreateApiKey extends Command<APIKeyInfo> {
  constructor(
    readonly scope: Scope,
    readonly fields: CreateApiKeyFields,
  ) {
    super();
  }
}

@CommandHandler(CreateApiKey)
export class CreateApiKeyHandler implements ICommandHandler<CreateApiKey> {
  constructor(
    private readonly apiKeys: ApiKeyRepository,
    @Inject(ExpiryClock) private readonly clock: TimeSource,
  ) {}

  async execute({ scope, fields }: CreateApiKey): Promise<APIKeyInfo> {
    const { user_id, name = null, role = 'ADMIN' } = fields;
    const now = await this.clock.now();
    const expires_at =
      fields.expires_at === undefined ? null : requireMoment('expires_at', fields.expires_at, now);
    const secret = generateSecret();
    const newApiKey = { domain_id: scope.domain_id, user_id, name, role, expires_at };
    const apiKey = ApiKey.issue(newApiKey, secret, now);
    const response = toApiKeyInfo(apiKey, secret);
    await this.apiKeys.save(scope, apiKey, response);
    return response;
  }
}
