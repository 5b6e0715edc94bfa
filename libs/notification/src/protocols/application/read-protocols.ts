import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import type { Scope } from '#shared/kernel/scope.js';
import { ProtocolRegistry } from '../protocol-registry.js';
import type { Protocol } from '../protocol.js';

export interface ProtocolInfo {
  readonly protocol_id: string;
  readonly name: string;
  readonly description: string;
  readonly options_schema: Readonly<Record<string, unknown>>;
  /** Whether requests carry a signature. */
  readonly signed: boolean;
}

export const PROTOCOL_FIELDS = [
  'protocol_id',
  'name',
  'description',
  'options_schema',
  'signed',
] as const satisfies readonly (keyof ProtocolInfo)[];

export function toProtocolInfo(protocol: Protocol): ProtocolInfo {
  const { protocol_id, name, description, optionsSchema: options_schema, isSigned: signed } = protocol;
  return { protocol_id, name, description, options_schema, signed };
}

export interface ProtocolsInfo {
  readonly results: readonly ProtocolInfo[];
  readonly total_count: number;
}

/** Returns all protocols, ordered by id. */
export class ListProtocols extends Query<ProtocolsInfo> {
  constructor(readonly scope: Scope) {
    super();
  }
}

@QueryHandler(ListProtocols)
export class ListProtocolsHandler implements IQueryHandler<ListProtocols> {
  constructor(private readonly protocols: ProtocolRegistry) {}

  async execute(): Promise<ProtocolsInfo> {
    const results = this.protocols.all.map(toProtocolInfo);
    return { results, total_count: results.length };
  }
}

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
