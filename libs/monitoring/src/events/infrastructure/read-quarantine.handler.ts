import { isUtf8 } from 'node:buffer';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { RawJson } from '#shared/kernel/json.js';
import type { Page } from '#shared/kernel/page.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { lowestUuid } from '#shared/query/instant.js';
import { toQueryFields } from '#shared/query/record.js';
import type { Resource } from '#shared/query/resource.js';
import { RecordSerializer } from '#shared/platform/persistence/record-serializer.js';
import { toOutcomeInfo } from '../../intake/application/get-delivery.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { MAX_UNREADABLE_BYTES } from '../../intake/application/ports/quarantine.js';
import { tryDecodeDelivery } from '../../intake/tables/segment-codec.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import {
  GetQuarantined,
  ListQuarantine,
  StatQuarantine,
  type QuarantinedDeliveryInfo,
  type QuarantineInfo,
  QUARANTINE_FIELDS,
} from '../application/read-quarantine.js';

const QUARANTINE_SERIALIZER = new RecordSerializer(QUARANTINE_FIELDS);

const QUARANTINE: Resource = {
  name: 'Quarantine',
  relation: 'quarantine',
  id: 'delivery_id',
  ...toQueryFields(QUARANTINE_FIELDS),
  keywords: ['delivery_id', 'webhook_id'],
  order: [{ key: 'received_at', desc: true }],
  minimal: ['delivery_id', 'webhook_id', 'status', 'received_at'],
};

/** Leaves out deliveries that arrived before the retention floor. @param floor milliseconds since the epoch */
function quarantineSince(floor: number | undefined): Resource {
  if (floor === undefined) return QUARANTINE;
  const relation = `(select * from quarantine where delivery_id >= '${lowestUuid(floor)}')`;
  return { ...QUARANTINE, relation };
}

interface QuarantineRow {
  readonly status: string;
  readonly payload: Buffer;
  readonly outcomes: readonly Outcome[] | null;
}

@QueryHandler(GetQuarantined)
export class GetQuarantinedHandler implements IQueryHandler<GetQuarantined> {
  constructor(
    private readonly pool: QueryPool,
    private readonly floors: RetentionFloors,
  ) {}

  async execute({ scope, id, only: fields }: GetQuarantined): Promise<Partial<QuarantinedDeliveryInfo>> {
    const { rows } = await this.pool.query<QuarantineRow>({
      name: 'get quarantined',
      text: `select * from quarantine where domain_id = $1 and delivery_id = $2 and delivery_id >= $3`,
      values: [scope.domain_id, parseId('delivery', id), this.floors.lowestId(scope.domain_id)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The quarantined delivery', id);
    const info = toQuarantinedInfo(row);
    return pickFields(info, fields, Object.keys(info));
  }
}

function toQuarantinedInfo(row: QuarantineRow): QuarantinedDeliveryInfo {
  const delivery = tryDecodeDelivery(row.payload, 0);
  const body = delivery?.body ?? row.payload;
  const encoding = isUtf8(body) ? 'utf-8' : 'base64';
  return {
    ...QUARANTINE_SERIALIZER.read(row),
    outcomes: (row.outcomes ?? []).map(toOutcomeInfo),
    content_type: delivery?.content_type ?? '',
    headers: delivery?.headers ?? {},
    query: delivery?.query ?? {},
    path_suffix: delivery?.path_suffix ?? '',
    body: body.toString(encoding),
    body_encoding: encoding,
    body_truncated: row.status === 'UNREADABLE' && body.length >= MAX_UNREADABLE_BYTES,
  };
}

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

@QueryHandler(StatQuarantine)
export class StatQuarantineHandler implements IQueryHandler<StatQuarantine> {
  constructor(
    private readonly engine: QueryEngine,
    private readonly floors: RetentionFloors,
  ) {}

  execute({ signal, ...request }: StatQuarantine): Promise<StatisticsResult> {
    return this.engine.stat(quarantineSince(this.floors.getFloor(request.scope.domain_id)), request, signal);
  }
}
