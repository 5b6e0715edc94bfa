import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { SilenceFilter, SilenceInfo } from '../domain/silence-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetSilence extends GetRecord<SilenceInfo> {}

/** Returns silences, the newest first. */
export class ListSilences extends ListRecords<SilenceInfo, SilenceFilter> {}

/** Returns statistics of silences. Without a query: the number in each state. */
export class StatSilences extends StatRecords {}
