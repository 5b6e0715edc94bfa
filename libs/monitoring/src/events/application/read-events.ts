import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { EventFilter, EventInfo } from '../domain/event-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetEvent extends GetRecord<EventInfo> {}

/** Lists events, newest first. */
export class ListEvents extends ListRecords<EventInfo, EventFilter> {}

export class StatEvents extends StatRecords {}
