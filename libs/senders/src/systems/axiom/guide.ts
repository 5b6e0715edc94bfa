export const GUIDE = `# Axiom

Reads the custom webhook notifier of Axiom's monitors.

Create a webhook with \`plugin_id\` \`axiom\` and copy its \`webhook_url\`.

1. **Monitors → Manage notifiers → New notifier**, type **Custom webhook** (or *Webhook*), URL: the \`webhook_url\`. Leave
   the default body:

~~~
{
  "action": "{{.Action}}",
  "event": {
    "monitorID": "{{.MonitorID}}",
    "body": "{{.Body}}",
    "description": "{{.Description}}",
    "queryEndTime": "{{.QueryEndTime}}",
    "queryStartTime": "{{.QueryStartTime}}",
    "timestamp": "{{.Timestamp}}",
    "title": "{{.Title}}",
    "value": {{.Value}},
    "matchedEvent": {{jsonObject .MatchedEvent}}
  }
}
~~~

2. In each monitor choose the notifier. Axiom posts \`Closed\` when the monitor resolves: that is what closes the alert
   here. Match monitors never close; their alerts close when they grow stale.

| Event | Webhook |
| --- | --- |
| \`event_key\` | \`monitorID\`, with the group where the monitor has groups |
| \`event_type\` | \`action\` Open → ALERT, Closed → RECOVERY |
| \`title\` | \`title\`; \`rule\` is it without "Triggered:" |
| \`description\` | \`description\` and \`body\` |
| \`resource\` | the group, else host or service of the matched event |
| \`occurred_at\` | \`timestamp\` |

## When this service answers 503

As far as we know, Axiom does not document whether it tries a notification again: count on no second try.
A monitor that still matches notifies with its next run.
`;
