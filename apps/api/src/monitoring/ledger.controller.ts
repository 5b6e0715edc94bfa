import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetLedger } from '#monitoring';
import { Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { LedgerInfo, LedgerQuery } from './ledger.dto.js';

const DAYS = 7;

@ApiTags('Ledger')
@Controller('monitoring/v1')
export class LedgerController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'ledger',
    summary: 'Get the ledger',
    description:
      'Returns the sums over all domains by day of arrival. Deliveries: accepted = processed + ' +
      'quarantined + pending. Alarms: parsed = created + duplicate + ignored + quarantined. Requires the ' +
      'root key.',
    permission: 'operator',
    request: LedgerQuery,
    response: LedgerInfo,
  })
  get(@Message() { days = DAYS }: LedgerQuery) {
    return this.queries.execute(new GetLedger(days));
  }
}
