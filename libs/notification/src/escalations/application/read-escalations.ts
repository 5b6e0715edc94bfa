import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { EscalationFilter, EscalationInfo } from '../domain/escalation-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetEscalation extends GetRecord<EscalationInfo> {}

/** Returns policies, the newest first. */
export class ListEscalations extends ListRecords<EscalationInfo, EscalationFilter> {}

/** Returns statistics of policies. Without a query: their number. */
export class StatEscalations extends StatRecords {}
