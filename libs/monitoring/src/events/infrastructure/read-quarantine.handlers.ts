import { isUtf8 } from 'node:buffer';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import type { StatisticsResult } from '#shared/query/statistics.js';
import { toOutcomeInfo } from '../../intake/application/delivery-info.js';
import type { Outcome } from '../../intake/domain/delivery.js';
import { MAX_UNREADABLE_BYTES } from '../../intake/application/ports/quarantine.js';
import { tryDecodeDelivery } from '../../persistence/try-decode-delivery.js';
import { RetentionFloors } from '../../persistence/retention-floors.js';
import {
  GetQuarantined,
  ListQuarantine,
  StatQuarantine,
  type QuarantinedDeliveryInfo,
} from '../application/read-quarantine.js';
import type { QuarantineInfo } from '../domain/quarantine-record.js';
import { QUARANTINE_SERIALIZER, quarantineSince } from './quarantine-resource.js';

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
