import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { IssueStreamToken } from '#identity';
import { DomainError } from '#shared/kernel/domain-error.js';
import type { Scope } from '#shared/kernel/scope.js';
import { CallerScope, type ApiRequest } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { StreamTokenInfo, StreamTokenRequest } from './stream.dto.js';

@ApiTags('Event')
@Controller('monitoring/v1')
export class StreamTokenController {
  constructor(private readonly commands: CommandBus) {}

  @Operation({
    method: 'POST',
    path: 'stream-token',
    summary: 'Get a token for a stream',
    description:
      'Returns a token for clients that cannot send a header, such as `EventSource` in a browser: ' +
      '`new EventSource("…/events/stream?token=" + token)`. The token is valid for five minutes and can only open ' +
      'streams of the domain. A stream stays open after that, as long as the key that requested the token is valid.',
    permission: 'event:read',
    request: StreamTokenRequest,
    response: StreamTokenInfo,
  })
  issueStreamToken(@CallerScope() scope: Scope, @Req() { credential }: ApiRequest): Promise<StreamTokenInfo> {
    if (credential?.kind !== 'key')
      throw new DomainError('ERROR_PERMISSION_DENIED', 'denied', 'Only a key gets a stream token');
    return this.commands.execute(new IssueStreamToken(scope, credential.key));
  }
}
