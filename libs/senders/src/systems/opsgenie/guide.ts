export const GUIDE = `# Opsgenie

Reads what senders post to Opsgenie's Alert API (create and close), so that they can post here instead, and the outgoing
webhooks that Opsgenie itself posts.

Create a webhook with \`plugin_id\` \`opsgenie\` and copy its \`webhook_url\`.

## In place of Opsgenie

Give the sender \`<webhook_url>\` where it has \`https://api.opsgenie.com\`: it then creates at \`<webhook_url>/v2/alerts\`
and closes at \`<webhook_url>/v2/alerts/{alias}/close\`. Alertmanager:

~~~yaml
receivers:
  - name: tocsin
    opsgenie_configs:
      - api_url: <webhook_url>/
        api_key: any
~~~

## Opsgenie's own webhooks

**Settings → Integrations → Add integration → Webhook**: Webhook URL the \`webhook_url\`, tick **Add Alert Description**
and **Add Alert Details**. Actions: *alert is created* and **alert is closed**, which closes the alert here.

| Event | Alert API | Webhook |
| --- | --- | --- |
| \`event_key\` | \`alias\` (of the path for a close), else entity and message | \`alias\`, else \`alertId\` |
| \`event_type\` | create → ALERT, close → RECOVERY | Create → ALERT; Close, Delete → RECOVERY; acknowledge, snooze, assign, notes … ignored |
| \`severity\` | \`priority\`: P1 CRITICAL, P2 ERROR, P3 WARNING, P4 and P5 INFO | the same |
| \`title\` | \`message\` | \`message\` |
| \`resource\` | \`entity\` | \`entity\` |
| \`occurred_at\` | the arrival | \`createdAt\`; of a close \`updatedAt\` |

## What senders are answered

At \`/v2/alerts\` and below 202 \`{ "result": "Request will be processed", "took": 0.001, "requestId": "…" }\`; the
\`requestId\` is the delivery. A close may have an empty body, and any \`identifierType\` but \`tiny\`.
\`DELETE /v2/alerts/{alias}\` closes, too. Acknowledge, snooze, notes, tags and the like are taken and ignored, as are
changes by PUT and PATCH (\`update_alerts\` of Alertmanager: \`/message\` and \`/description\`) and the ping of a heartbeat.

## When this service answers 503

Senders of the Alert API try again as they do with Opsgenie itself. Of its own webhooks: as far as we know, Opsgenie does not
document whether it tries one again: count on no second try.
`;
