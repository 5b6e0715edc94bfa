import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#shared/kernel/domain-error.js';
import { parseId } from '#shared/kernel/ids.js';
import { pickFields } from '#shared/kernel/pick-fields.js';
import { getReader } from '#shared/platform/persistence/answer-from-transaction.js';
import { QueryPool } from '#shared/platform/persistence/pools.js';
import { GetSilence } from '../application/get-silence.js';
import type { SilenceInfo } from '../domain/silence-record.js';
import { SILENCE_RECORD, SILENCE_RELATION, SILENCES } from './silence-resource.js';

@QueryHandler(GetSilence)
export class GetSilenceHandler implements IQueryHandler<GetSilence> {
  constructor(private readonly pool: QueryPool) {}

  async execute({ scope, silence_id, only: fields }: GetSilence): Promise<Partial<SilenceInfo>> {
    const { rows } = await getReader(this.pool).query({
      name: 'get silence',
      text: `
        select ${SILENCE_RECORD.select()} from ${SILENCE_RELATION} as r
        where domain_id = $1 and silence_id = $2`,
      values: [scope.domain_id, parseId('silence', silence_id)],
    });
    const [row] = rows;
    if (row === undefined) throw DomainError.notFound('The silence', silence_id);
    return pickFields(SILENCE_RECORD.read(row), fields, SILENCES.record);
  }
}
