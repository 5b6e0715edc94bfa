import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetProtocol, ListProtocols } from '#notification';
import type { Scope } from '#shared/kernel/scope.js';
import { Operation } from '../docs/operation.decorator.js';
import { CallerScope, Message } from '../http/body/message.decorator.js';
import { GetProtocolRequest, ProtocolInfo, ProtocolQuery, ProtocolsInfo } from './protocol.dto.js';

@ApiTags('Protocol')
@Controller('notification/v1')
export class ProtocolController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'protocols',
    summary: 'List protocols',
    description: 'Returns the protocols that a subscription can use.',
    permission: 'protocol:read',
    request: ProtocolQuery,
    response: ProtocolsInfo,
  })
  list(@Message() _: ProtocolQuery, @CallerScope('any domain') scope: Scope) {
    return this.queries.execute(new ListProtocols(scope));
  }

  @Operation({
    method: 'GET',
    path: 'protocol/:protocol_id',
    summary: 'Get a protocol with its options schema',
    description: 'Returns one protocol, with the schema of its options.',
    permission: 'protocol:read',
    request: GetProtocolRequest,
    response: ProtocolInfo,
  })
  get(@Message() { protocol_id, only }: GetProtocolRequest, @CallerScope('any domain') scope: Scope) {
    return this.queries.execute(new GetProtocol(scope, protocol_id, only));
  }
}
