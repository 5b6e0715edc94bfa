import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { InhibitionFilter, InhibitionInfo } from '../domain/inhibition-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetInhibition extends GetRecord<InhibitionInfo> {}

/** Returns inhibitions, the newest first. */
export class ListInhibitions extends ListRecords<InhibitionInfo, InhibitionFilter> {}

/** Returns statistics of inhibitions. Without a query: their number. */
export class StatInhibitions extends StatRecords {}
