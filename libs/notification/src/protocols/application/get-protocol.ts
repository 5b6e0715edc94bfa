import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import type { Scope } from '#shared/kernel/scope.js';
import { ProtocolRegistry } from '../protocol-registry.js';
import { PROTOCOL_FIELDS, toProtocolInfo, type ProtocolInfo } from './protocol-info.js';

/** Returns a protocol. @throws ERROR_NOT_FOUND */
export class GetProtocol extends Query<Partial<ProtocolInfo>> {
  constructor(
    readonly scope: Scope,
    readonly protocol_id: string,
    readonly only?: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(GetProtocol)
export class GetProtocolHandler implements IQueryHandler<GetProtocol> {
  constructor(private readonly protocols: ProtocolRegistry) {}

  async execute({ protocol_id, only: fields }: GetProtocol): Promise<Partial<ProtocolInfo>> {
    const found = this.protocols.find(protocol_id);
    if (found === undefined) throw DomainError.notFound('The protocol', protocol_id);
    return pickFields(toProtocolInfo(found), fields, PROTOCOL_FIELDS);
  }
}
