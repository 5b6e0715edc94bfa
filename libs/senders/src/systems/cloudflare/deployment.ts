import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { ignored, type Ignored } from '../../vocabulary/sender.js';
import { joined, text } from '../../vocabulary/text.js';

/** What is deployed says in the name of its event how that went: certificates, and projects of Pages. */
const event = text('data.metadata.event.type', 'data.event');
const GOOD = /(?:succeeded|_success|\.deployed|\.issued|\.renewed)$/i;
const BAD = /fail|error|timed_out|timeout|expir|\.revoked$/i;

/** `undefined`: not about something that is deployed. */
export function deployed(alarm: Alarm): EventType | Ignored | undefined {
  const said = event(alarm);
  if (said === undefined || !/^(?:ssl\.|EVENT_DEPLOYMENT_)/i.test(said)) return undefined;
  if (BAD.test(said)) return 'ALERT';
  return GOOD.test(said) ? 'RECOVERY' : ignored(`${said}: on the way`);
}

/** The same thing each time, whatever the number of its deployment. */
export const deployedKey = (alarm: Alarm): string | undefined =>
  deployed(alarm) === undefined
    ? undefined
    : joined(
        '/',
        text('alert_type'),
        firstOf(
          text('data.data.hosts[0]', 'data.data.id'),
          joined('/', text('data.pages_project_name', 'data.project_id'), text('data.environment')),
        ),
      )(alarm);
