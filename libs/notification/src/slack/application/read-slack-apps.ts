import { GetRecord, ListRecords, StatRecords } from '#shared/messages/read-messages.js';
import type { SlackAppFilter, SlackAppInfo } from '../domain/slack-app-record.js';

/** @throws ERROR_NOT_FOUND */
export class GetSlackApp extends GetRecord<SlackAppInfo> {}

/** Returns Slack apps, ordered by name. */
export class ListSlackApps extends ListRecords<SlackAppInfo, SlackAppFilter> {}

/** Returns statistics of Slack apps. Without a query: their number. */
export class StatSlackApps extends StatRecords {}
