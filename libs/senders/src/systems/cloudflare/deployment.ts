import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { ignored, type Ignored } from '../../vocabulary/sender.js';
import { joined, text } from '../../vocabulary/text.js';

/** The event name of a deployment (certificates, projects of Pages). It contains the result. */
const event = text('data.metadata.event.type', 'data.event');
const GOOD = /(?:succeeded|_success|\.deployed|\.issued|\.renewed)$/i;
const BAD = /fail|error|timed_out|timeout|expir|\.revoked$/i;

/** Derives the type of a deployment event; `undefined` for any other notification. */
export function deployed(alarm: Alarm): EventType | Ignored | undefined {
  const said = event(alarm);
  if (said === undefined || !/^(?:ssl\.|EVENT_DEPLOYMENT_)/i.test(said)) return undefined;
  if (BAD.test(said)) return 'ALERT';
  return GOOD.test(said) ? 'RECOVERY' : ignored(`${said}: on the way`);
}

/** Returns a key for what is deployed, which is the same for all of its deployments. */
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
