import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetEvent } from '../application/get-event.js';
import type { EventInfo } from '../domain/event-record.js';
import { EVENT_SERIALIZER, EVENTS } from './event-resource.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';

@QueryHandler(GetEvent)
export class GetEventHandler implements IQueryHandler<GetEvent> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, event_id, only: fields }: GetEvent): Promise<Partial<EventInfo>> {
    const { rows } = await this.pool.query({
      name: 'get event',
      text: `select ${EVENT_SERIALIZER.select()} from event where domain_id = $1 and event_id = $2 and event_id >= $3`,
      values: [scope.domain_id, parseId('event', event_id), this.floors.lowestId(scope.domain_id)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The event', event_id);
    return pickFields(EVENT_SERIALIZER.read(row), fields, EVENTS.record);
  }
}
