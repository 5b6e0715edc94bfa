export const GUIDE = `# Automatic

For whoever just wants an address: it recognises every sender that has a plugin here by the shape of what it posts (one of
a package, where it has \`recognises\`), and reads any other sender by the names that monitoring tools share.

1. Create a webhook with \`plugin_id\` \`auto\` and copy its \`webhook_url\`.
2. Enter it wherever the sender takes the address of a webhook; JSON is best, a form will do, and so will words.
3. Let the sender post something, and look at \`additional_info.auto\` of the event: it says what was taken from where, and
   how sure that is. \`POST /monitoring/v1/plugin/auto/preview\` shows the same without storing anything.

Where the sender is known, its own plugin is the better choice in the long run: its options can be set, and what it cannot read
is read here, marked in \`additional_info.fallback\` of the event and counted in \`health.fallback_count\` of the webhook.

## What becomes what

A recognised sender: what its plugin makes of it; \`additional_info.auto\` names the plugin, its version, and how sure it is.

| Event | Any other sender |
| --- | --- |
| \`event_key\` | a deduplication key, fingerprint, incident, alert, monitor or check id; else the rule, check, sensor, event, problem or test, or the title without its figures, and the resource; where none is there, a digest of the text that stays the same |
| \`event_type\` | state, status, action, event, type …; else an end that is past; else the title. Acknowledgements, tests and confirmations are ignored. A word that nobody knows is no recovery |
| \`title\` | title, subject, summary, the name of the alert, monitor or check, message; a line that is said of a thing goes before its name |
| \`severity\` | severity, criticality, priority, level by the common words; where none is stated, \`settings.default_severity\` of the webhook |
| \`resource\` | host, resource, instance, node, service, url |
| \`occurred_at\` | timestamp, time, startsAt, createdAt … |

Names of fields and words of state and degree may be German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese
or Korean (\`{"titel": …, "zustand": "Behoben"}\`). Lists of alarms, nested objects, JSON inside of texts and lists of pairs (\`{"key": …, "value": …}\`) are read. A name may have a
word before it (\`ticket_status\`). The key of a rule or policy is joined with the resource, that of a service
or device with what happened. What stands beside a list of alarms (a host, a time) is told of each of them.

Where a relay passed on what it got in an envelope of its own (\`{"type": …, "timestamp": …, "data": {…}}\`), the sender is
recognised inside of it; so it is in what Amazon SNS, EventBridge, CloudEvents, Event Grid, Pub/Sub, API Gateway or Kafka delivered.
Messages meant for Slack, Teams, Discord and other chats are read by [chat](chat.md).

An alarm in words (\`text/plain\`, or what \`curl -d\` posts) is read, too: lines of \`Key: value\` at the top as fields, as in a
notification of collectd, the rest as the message; else the first line as the title.

## Options

\`heuristics_only\`: recognise nothing, read everything by the shared names. For trying out.

## What the sender does with a 503

That depends on the sender; see the guide of its plugin.
`;
