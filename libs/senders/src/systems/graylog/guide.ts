export const GUIDE = `# Graylog

Reads the HTTP notification of Graylog (3.0 and later) and the HTTP alarm callback of Graylog 2.

1. Create a webhook with \`plugin_id\` \`graylog\` and copy its \`webhook_url\`.
2. **System → URL Allowlist** (Whitelist): add the \`webhook_url\`, type *Exact match*.
3. **Alerts → Notifications → Create notification**, type **HTTP Notification**, URL the \`webhook_url\`. **Execute Test Notification**; it is accepted and ignored.
4. Add the notification to the event definitions. Group by a field such as \`source\` where each of its values shall be an alarm of its own, and set a backlog of some messages to see them in the description.

Graylog never says that something is over. Alerts close here after \`stale_after\` of the webhook without news; set it to a little more than *Execute search every*.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`event_definition_id\` and the key of the group |
| \`event_type\` | always ALERT |
| \`title\` | \`event.message\` |
| \`description\` | the messages of the backlog, else \`event_definition_description\` |
| \`severity\` | \`event.priority\`: 4 → CRITICAL, 3 → ERROR, 2 → WARNING, 1, 0 → INFO |
| \`rule\` | \`event_definition_title\` |
| \`resource\` | field \`source\` or \`host\` of the event or the first message |
| \`occurred_at\` | \`event.timestamp\` |

## What the sender does with a 503

Graylog shows a notification error in the overview and does not send again; events that go on notify again after the grace period.
`;
