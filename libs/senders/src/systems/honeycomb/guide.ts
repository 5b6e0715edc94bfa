export const GUIDE = `# Honeycomb

Reads the webhook recipient of Honeycomb's triggers and burn alerts.

Create a webhook with \`plugin_id\` \`honeycomb\` and copy its \`webhook_url\`.

1. **Team Settings → Integrations → Trigger and SLO Recipients → Add Integration**, provider **Webhook**.
2. Name \`Tocsin\`, URL: the \`webhook_url\`, no shared secret needed. Leave the default template, or keep in your own the
   fields \`id\`, \`name\`, \`status\`, \`summary\`, \`description\`, \`result_url\` and \`result_groups_triggered\`.
3. In each trigger and burn alert choose the recipient. Honeycomb posts \`OK\` by itself when it is over: that is what
   closes the alert here.

| Event | Webhook |
| --- | --- |
| \`event_key\` | \`id\`, else \`name\` |
| \`event_type\` | \`status\` TRIGGERED → ALERT, OK → RECOVERY, in any letter case |
| \`title\`, \`rule\` | \`name\` |
| \`description\` | \`description\`, else \`summary\` |
| \`severity\` | \`severity\` where your template has one |
| \`resource\` | the first group that went over, else the dataset |
| \`occurred_at\` | \`alert.timestamp\`; the default template has none: the arrival |

A test (\`is_test\`) is ignored.

## When this service answers 503

Honeycomb waits 10 seconds for an answer and may try again after a transient error. As far as we know, it does not document
how often: count on no second try. A trigger that stays over its threshold can be set to notify each time it runs.
`;
