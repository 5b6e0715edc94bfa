export const GUIDE = `# Splunk

Reads the webhook alert action of Splunk Enterprise and Splunk Cloud, and the detectors of Splunk Observability Cloud.

Create a webhook with \`plugin_id\` \`splunk\` and copy its \`webhook_url\`.

1. Save the search as an **Alert**. Trigger *For each result* gives every result an event of its own; *Once* sends only
   the first one.
2. **Trigger Actions → Add Actions → Webhook**, URL: the \`webhook_url\`.
3. In Splunk Cloud put the host of the address on the webhook allow list (**Server settings → Webhook**).
4. Make the search return the fields \`host\`, \`severity\` and \`message\` where it can; they are read.

| Event | Body |
| --- | --- |
| \`event_key\` | app, \`search_name\` and the host of the result (\`sid\` is another one for each run) |
| \`event_type\` | ALERT. Splunk never says that it is over: the alert closes when it grows stale |
| \`severity\` | field \`severity\`, \`urgency\` or \`log_level\` of the result |
| \`title\`, \`rule\` | \`search_name\` |
| \`description\` | \`message\`, \`_raw\`, else the whole result |
| \`resource\` | \`host\`, \`dest\`, \`instance\`, \`service\`, \`source\` |
| \`occurred_at\` | \`_time\` |

A detector of Splunk Observability Cloud (webhook integration with the default payload): the key is \`incidentId\`;
\`statusExtended\` ok and manually resolved are RECOVERY, stopped is ignored, all others are ALERT; \`severity\` Critical, Major →
ERROR, Minor and Warning → WARNING, Info; the resource is the host or service of \`dimensions\`.

## When this service answers 503

Splunk logs the failure in \`splunkd.log\` (component sendmodalert) and does not send again before the search's next run.
`;
