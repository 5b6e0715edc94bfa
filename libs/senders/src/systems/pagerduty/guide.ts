export const GUIDE = `# PagerDuty

Reads what senders post to PagerDuty's Events API (v2 and v1), so that they can post here instead, and the webhooks (v1,
v2, v3) that PagerDuty itself posts about its incidents.

Create a webhook with \`plugin_id\` \`pagerduty\` and copy its \`webhook_url\`.

## In place of PagerDuty

Give the sender \`<webhook_url>/v2/enqueue\` where it has \`https://events.pagerduty.com/v2/enqueue\`. Alertmanager:

~~~yaml
receivers:
  - name: tocsin
    pagerduty_configs:
      - url: <webhook_url>/v2/enqueue
        routing_key: any
~~~

## PagerDuty's own webhooks

**Integrations → Generic Webhooks (v3) → New Webhook**: the \`webhook_url\`, scope *Account*, *Team* or *Service*, events
\`incident.triggered\`, \`incident.reopened\` and **\`incident.resolved\`**, which closes the alert here. **Send Test Event**
(\`pagey.ping\`) is ignored.

| Event | Events API | Webhooks |
| --- | --- | --- |
| \`event_key\` | \`dedup_key\`, else source, component and summary | the id of the incident |
| \`event_type\` | trigger → ALERT, resolve → RECOVERY, acknowledge ignored | triggered, reopened → ALERT, resolved → RECOVERY, all others ignored |
| \`severity\` | \`payload.severity\` | the priority, else urgency high → ERROR, low → INFO |
| \`title\` | \`payload.summary\` | title or subject |
| \`description\` | \`custom_details\` | details of the log entry |
| \`resource\` | \`component\`, else \`source\` | the service |
| \`image_url\` | the first of \`images\` | |
| \`occurred_at\` | \`payload.timestamp\` | \`created_on\`, \`occurred_at\` |

## Signature

PagerDuty shows the secret of a Generic Webhook (v3) once, when it is made. Set the webhook's \`settings.signature\` to
\`{ "scheme": "PAGERDUTY", "secrets": ["…"] }\`. Senders of the Events API sign nothing.

## What senders are answered

At \`/v2/enqueue\` 202 \`{ "status": "success", "message": "Event processed", "dedup_key": "…" }\`, as by PagerDuty. A
sender that gave no \`dedup_key\` is told the one of its event, made of source, component and summary, and can resolve by
it. \`/v2/change/enqueue\` is taken too; a change is no alarm and is ignored.

## When this service answers 503

Senders of the Events API are told by PagerDuty to try again after 5xx, and most do. PagerDuty's webhooks are tried up to five
times within about 20 minutes after 429, 5xx, or no answer within 5 seconds, and not after any other 4xx. Three of them dropped
in a row disable the webhook for 24 hours, or until it is enabled by hand; what happens meanwhile is not sent.
`;
