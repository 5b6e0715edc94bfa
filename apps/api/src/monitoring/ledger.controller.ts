import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { GetLedger } from '#monitoring';
import { Message } from '../http/body/message.decorator.js';
import { Operation } from '../docs/operation.decorator.js';
import { LedgerInfo, LedgerQuery } from './ledger.dto.js';

const DEFAULT_DAYS = 7;

@ApiTags('Ledger')
@Controller('monitoring/v1')
export class LedgerController {
  constructor(private readonly queries: QueryBus) {}

  @Operation({
    method: 'GET',
    path: 'ledger',
    summary: 'Get the ledger',
    description:
      'Returns the counts of deliveries and alarms by day of arrival, summed over all domains. On a balanced day no ' +
      'delivery is lost, and the counts of deliveries (accepted = processed + quarantined + pending) and of alarms ' +
      '(parsed = created + duplicate + ignored + quarantined) are equal. Requires the root key.',
    permission: 'operator',
    request: LedgerQuery,
    response: LedgerInfo,
  })
  get(@Message() { days = DEFAULT_DAYS }: LedgerQuery) {
    return this.queries.execute(new GetLedger(days));
  }
}
