import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { AlertFilter, AlertInfo } from '../domain/alert-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetAlert extends GetRecord<AlertInfo> {}

/** Lists alerts, most recently opened first. */
export class ListAlerts extends ListRecords<AlertInfo, AlertFilter> {}

export class StatAlerts extends StatRecords {}
