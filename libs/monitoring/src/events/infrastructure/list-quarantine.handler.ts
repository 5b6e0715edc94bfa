import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListQuarantine } from '../application/list-quarantine.js';
import type { QuarantineInfo } from '../application/quarantine-info.js';
import { QUARANTINE_COLUMNS, quarantineInfo, type QuarantineRow } from './quarantine-record.js';
import { quarantineSince } from './quarantine-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(ListQuarantine)
export class ListQuarantineHandler implements IQueryHandler<ListQuarantine> {
  constructor(
    @Inject(QueryEngine) private readonly engine: QueryEngine,
    @Inject(RetentionFloors) private readonly floors: RetentionFloors,
  ) {}

  execute({ scope, filter, query, signal }: ListQuarantine): Promise<Page<Partial<QuarantineInfo>>> {
    return this.engine.list<QuarantineRow, QuarantineInfo>(
      quarantineSince(this.floors.of(scope.domain_id)),
      { scope, filter: { ...filter }, query, select: () => QUARANTINE_COLUMNS, record: quarantineInfo },
      signal,
    );
  }
}
