import type { EventType } from '../../plugin-api/event.js';
import { firstOf, type Alarm } from '../../vocabulary/alarm.js';
import { ignored, type Ignored } from '../../vocabulary/alarm-format.js';
import { joined, text } from '../../vocabulary/text.js';

/** The event name of a deployment (certificates, projects of Pages). It contains the result. */
const eventName = text('data.metadata.event.type', 'data.event');
const SUCCESS_PATTERN = /(?:succeeded|_success|\.deployed|\.issued|\.renewed)$/i;
const FAILURE_PATTERN = /fail|error|timed_out|timeout|expir|\.revoked$/i;

/** Derives the type of a deployment event; `undefined` for any other notification. */
export function deriveDeploymentType(alarm: Alarm): EventType | Ignored | undefined {
  const resultText = eventName(alarm);
  if (resultText === undefined || !/^(?:ssl\.|EVENT_DEPLOYMENT_)/i.test(resultText)) return undefined;
  if (FAILURE_PATTERN.test(resultText)) return 'ALERT';
  return SUCCESS_PATTERN.test(resultText) ? 'RECOVERY' : ignored(`${resultText}: on the way`);
}

/** Returns a key for what is deployed, which is the same for all of its deployments. */
export const deploymentKey = (alarm: Alarm): string | undefined =>
  deriveDeploymentType(alarm) === undefined
    ? undefined
    : joined(
        '/',
        text('alert_type'),
        firstOf(
          text('data.data.hosts[0]', 'data.data.id'),
          joined('/', text('data.pages_project_name', 'data.project_id'), text('data.environment')),
        ),
      )(alarm);
