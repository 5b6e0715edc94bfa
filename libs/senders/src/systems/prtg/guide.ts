export const GUIDE = `# PRTG

Reads the HTTP action of a notification template of PRTG Network Monitor (Paessler).

1. Create a webhook with \`plugin_id\` \`prtg\` and copy its \`webhook_url\`.
2. **Setup → Account Settings → Notification Templates → Add**. Under **Execute HTTP Action**: URL the \`webhook_url\`, method POST, and as postdata (one line)

   ~~~
   sensorid=%sensorid&device=%device&name=%name&status=%status&message=%message&lastvalue=%lastvalue&group=%group&probe=%probe&host=%host&priority=%priority&datetime=%datetime&linksensor=%linksensor&sitename=%sitename&tags=%tags
   ~~~

   PRTG encodes the values by itself. Under *Notification Summarization* choose **Always notify ASAP, never summarize**: a summary holds several sensors in one text.
3. On the root group open **Notification Triggers** and add *State Triggers*: when sensor state is **Down** (and **Warning**) for at least 60 seconds perform the template, and **when condition clears after a notification was triggered perform** the same template. The latter is what closes the alert here.
4. Send a test notification (the bell in the list of templates): it has no sensor and is shown in the quarantine.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`sensorid\`, else device and sensor |
| \`event_type\` | \`status\`: Down, Warning, Unusual … → ALERT; Up, \`… ended (now: Up)\` → RECOVERY; acknowledged, paused, unknown are ignored |
| \`title\` | sensor, device and status |
| \`description\` | \`message\` |
| \`severity\` | Down → CRITICAL, partial → ERROR, Warning, Unusual → WARNING, Up → INFO |
| \`rule\` | the sensor |
| \`resource\` | the device; its id is \`host\` |
| \`occurred_at\` | the arrival: \`datetime\` is in the zone and format of the user |

## What the sender does with a 503

PRTG writes the failure into its log and does not send again; a state trigger can repeat every n minutes.
`;
