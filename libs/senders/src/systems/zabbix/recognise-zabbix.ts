import { recogniseAny, recogniseBy } from '../../vocabulary/recognise-by.js';
import { recogniseStream } from './event-stream.js';

/** Recognises bodies by the names that Zabbix, its guides and users give to the macros. */
export const recogniseZabbix = recogniseAny(
  recogniseStream,
  recogniseBy('event.status', 'event.id', 'trigger.id'),
  recogniseBy('event.id', 'event.value', 'trigger.name'),
  recogniseBy('event_value', 'event_source', 'event_nseverity', 'trigger_id'),
  recogniseBy('event_id', 'trigger_id', 'event_value'),
  recogniseBy('event_id', 'event_source', 'event_value'),
  recogniseBy('eventId', 'triggerId'),
  recogniseBy('EventID', 'TriggerStatus'),
  recogniseBy('TriggerID', 'TriggerName', 'TriggerStatus'),
  recogniseBy('["EVENT.ID"]', '["TRIGGER.NAME"]'),
  recogniseBy('triggerId', 'hostName', 'status'),
  recogniseBy('eventid', 'event_value'),
  recogniseBy('event_nseverity', 'event_value', 'event_source'),
  recogniseBy('event_update_status', 'event_value', 'event_source'),
  recogniseBy('zabbix_url'),
  recogniseBy('Zabbix_URL'),
  recogniseBy('Event_ID', 'Trigger_Status'),
  recogniseBy('host', 'trigger_id', 'event_id'),
  recogniseBy({ header: 'user-agent', pattern: /^zabbix/i }),
  recogniseBy(['Message', /^Original problem ID: *\d+/m], ['Subject', /^(?:Problem|Resolved|Updated)/], 'To'),
  recogniseBy(['message', /^Original problem ID: *\d+/m], ['subject', /^(?:Problem|Resolved|Updated)/]),
  recogniseBy('["event.id"]', '["event.value"]'),
  recogniseBy('hostname', 'trigger', 'item', ['link', /eventid=|triggerid=|zabbix/i]),
);
