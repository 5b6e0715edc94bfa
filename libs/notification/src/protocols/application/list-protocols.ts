import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Scope } from '#shared/kernel/scope.js';
import { ProtocolRegistry } from '../protocol-registry.js';
import { toProtocolInfo, type ProtocolInfo } from './protocol-info.js';

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
