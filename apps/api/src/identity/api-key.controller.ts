import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CreateApiKey } from '#identity';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope, Message } from '../http/message.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { APIKeyInfo, CreateAPIKeyRequest } from './api-key.dto.js';

@ApiTags('API key')
@Controller('identity/v1')
export class ApiKeyController {
  constructor(@Inject(CommandBus) private readonly commands: CommandBus) {}

  @Operation({
    method: 'POST',
    path: 'api-keys',
    summary: 'Create an API key',
    description: 'The answer is the only place where the key is ever shown complete.',
    permission: 'api-key:write',
    request: CreateAPIKeyRequest,
    response: APIKeyInfo,
    status: 201,
  })
  create(@Message() request: CreateAPIKeyRequest, @CallerScope() scope: Scope): Promise<APIKeyInfo> {
    return this.commands.execute(new CreateApiKey(scope, request));
  }
}
