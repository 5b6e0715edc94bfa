import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import {
  CreateApiKey,
  DeleteApiKey,
  DisableApiKey,
  EnableApiKey,
  GetApiKey,
  ListApiKeys,
  RotateApiKey,
  StatApiKeys,
  getApiKeyVersion,
} from '#identity';
import type { Scope } from '#shared/kernel/scope.js';
import { answerFromTransaction } from '#shared/platform/persistence/record-writes.js';
import { AbortOnDisconnect, CallerScope, Message } from '../http/body/message.decorator.js';
import { Idempotent } from '../http/body/idempotent.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { StatisticsInfo } from '../http/query/query.dto.js';
import { API_KEY_SEARCHES, API_KEY_STATS } from '../http/query/query-examples.js';
import {
  APIKeyInfo,
  APIKeyQuery,
  APIKeyRequest,
  APIKeysInfo,
  APIKeyStatQuery,
  CreateAPIKeyRequest,
  GetAPIKeyRequest,
  RotateAPIKeyRequest,
} from './api-key.dto.js';

function getRecordVersion({ state, api_key }: Partial<APIKeyInfo>): string | undefined {
  return state === undefined || api_key === undefined ? undefined : getApiKeyVersion({ state, api_key });
}

const RECENT_SIGN_IN_ERRORS = {
  401: 'The key is missing or invalid, or the session signed in more than ten minutes ago',
};

@ApiTags('API key')
@Controller('identity/v1')
export class ApiKeyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Operation({
    method: 'POST',
    path: 'api-keys',
    summary: 'Create an API key',
    description:
      'Creates a key for a user of a domain. Only this response contains the complete key. A session must have signed ' +
      'in within the last ten minutes; otherwise the response is 401 `ERROR_SIGN_IN_AGAIN`.',
    permission: 'api-key:write',
    needsRecentSignIn: true,
    errors: RECENT_SIGN_IN_ERRORS,
    request: CreateAPIKeyRequest,
    response: APIKeyInfo,
    status: 201,
    location: 'api-key/:api_key_id',
    version: getRecordVersion,
  })
  @Idempotent()
  create(@Message() request: CreateAPIKeyRequest, @CallerScope() scope: Scope): Promise<APIKeyInfo> {
    return this.commands.execute(new CreateApiKey(scope, request));
  }

  @Operation({
    method: 'PUT',
    path: 'api-key/:api_key_id/enable',
    summary: 'Enable an API key',
    description: 'Enables a disabled key, on every process within a second.',
    permission: 'api-key:write',
    version: getRecordVersion,
    request: APIKeyRequest,
    response: APIKeyInfo,
  })
  enable(@Message() { api_key_id }: APIKeyRequest, @CallerScope() scope: Scope) {
    return this.change(new EnableApiKey(scope, api_key_id));
  }

  @Operation({
    method: 'PUT',
    path: 'api-key/:api_key_id/disable',
    summary: 'Disable an API key',
    description: 'Disables a key, on every process within a second, until it is enabled again.',
    permission: 'api-key:write',
    version: getRecordVersion,
    request: APIKeyRequest,
    response: APIKeyInfo,
  })
  disable(@Message() { api_key_id }: APIKeyRequest, @CallerScope() scope: Scope) {
    return this.change(new DisableApiKey(scope, api_key_id));
  }

  @Operation({
    method: 'PUT',
    path: 'api-key/:api_key_id/rotate',
    summary: 'Rotate an API key',
    description:
      'Replaces the secret of a key. The key keeps its id, name and role. Only this response contains ' +
      'the complete new secret. A session must have signed in within the last ten minutes; otherwise the response is ' +
      '401 `ERROR_SIGN_IN_AGAIN`.',
    permission: 'api-key:write',
    needsRecentSignIn: true,
    errors: RECENT_SIGN_IN_ERRORS,
    version: getRecordVersion,
    request: RotateAPIKeyRequest,
    response: APIKeyInfo,
  })
  @Idempotent()
  rotate(
    @Message() { api_key_id, grace_seconds, end_grace }: RotateAPIKeyRequest,
    @CallerScope() scope: Scope,
  ) {
    return this.commands.execute(new RotateApiKey(scope, api_key_id, { grace_seconds, end_grace }));
  }

  @Operation({
    method: 'DELETE',
    path: 'api-key/:api_key_id',
    summary: 'Delete an API key',
    description: 'Deletes a key permanently. Every process refuses it within a second.',
    permission: 'api-key:write',
    version: getRecordVersion,
    request: APIKeyRequest,
  })
  async delete(@Message() { api_key_id }: APIKeyRequest, @CallerScope() scope: Scope): Promise<void> {
    await this.commands.execute(new DeleteApiKey(scope, api_key_id));
  }

  @Operation({
    method: 'GET',
    path: 'api-key/:api_key_id',
    summary: 'Get an API key',
    description: 'Returns one key of the domain. Its secret is masked.',
    permission: 'api-key:read',
    version: getRecordVersion,
    request: GetAPIKeyRequest,
    response: APIKeyInfo,
  })
  get(@Message() { api_key_id, only }: GetAPIKeyRequest, @CallerScope() scope: Scope) {
    return this.queries.execute(new GetApiKey(scope, api_key_id, only));
  }

  @Operation({
    method: 'GET',
    path: 'api-keys',
    summary: 'List API keys',
    description:
      'Returns the keys of the domain in order of creation. Plain fields are compared for equality; use ' +
      '`query` for other conditions.',
    permission: 'api-key:read',
    request: APIKeyQuery,
    response: APIKeysInfo,
  })
  list(
    @Message() { query, domain_id: _, ...filter }: APIKeyQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new ListApiKeys(scope, filter, query, signal));
  }

  @Operation({
    method: 'POST',
    path: 'api-keys/search',
    summary: 'Search API keys',
    description: 'Returns the same as the list; the request is JSON.',
    queries: API_KEY_SEARCHES,
    permission: 'api-key:read',
    request: APIKeyQuery,
    response: APIKeysInfo,
  })
  search(
    @Message() request: APIKeyQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.list(request, scope, signal);
  }

  @Operation({
    method: 'POST',
    path: 'api-keys/stat',
    summary: 'Statistics of API keys',
    description:
      'Counts the keys of the domain as defined by `query`. Without a query it counts the keys in each state.',
    queries: API_KEY_STATS,
    permission: 'api-key:read',
    request: APIKeyStatQuery,
    response: StatisticsInfo,
  })
  stat(
    @Message() { query }: APIKeyStatQuery,
    @CallerScope() scope: Scope,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.queries.execute(new StatApiKeys(scope, query, signal));
  }

  private change(command: Command<void> & { readonly scope: Scope; readonly api_key_id: string }) {
    return answerFromTransaction(
      () => this.commands.execute(command),
      () => this.queries.execute(new GetApiKey(command.scope, command.api_key_id)),
    );
  }
}
