import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#shared/kernel/page.js';
import type { RawJson } from '#shared/kernel/raw-json.js';
import { QueryEngine } from '#shared/platform/persistence/query-engine.js';
import { ListSilences } from '../application/list-silences.js';
import type { SilenceInfo } from '../domain/silence-record.js';
import { SILENCE_RECORD, SILENCES } from './silence-resource.js';

@QueryHandler(ListSilences)
export class ListSilencesHandler implements IQueryHandler<ListSilences> {
  constructor(private readonly engine: QueryEngine) {}

  execute({ signal, ...request }: ListSilences): Promise<RawJson<Page<Partial<SilenceInfo>>>> {
    return this.engine.list(SILENCES, { ...request, record: SILENCE_RECORD }, signal);
  }
}
