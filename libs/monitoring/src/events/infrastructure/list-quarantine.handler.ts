import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListQuarantine } from '../application/list-quarantine.js';
import type { QuarantineInfo } from '../domain/quarantine-record.js';
import { QUARANTINE_SERIALIZER, quarantineSince } from './quarantine-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(ListQuarantine)
export class ListQuarantineHandler implements IQueryHandler<ListQuarantine> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: ListQuarantine): Promise<RawJson<Page<Partial<QuarantineInfo>>>> {
    const floor = this.floors.getFloor(request.scope.domain_id);
    return this.engine.list(quarantineSince(floor), { ...request, record: QUARANTINE_SERIALIZER }, signal);
  }
}
