export const GUIDE = `# Cloudflare

Reads the webhook destination of Cloudflare's notifications.

Create a webhook with \`plugin_id\` \`cloudflare\` and copy its \`webhook_url\`.

1. **Notifications → Destinations → Webhooks → Create** (an account with a Pro zone or above): name \`Tocsin\`, URL the \`webhook_url\`, no secret needed.
   **Save and Test** arrives as an ignored delivery.
2. **Notifications → All Notifications → Add**: choose the type (load balancing health, tunnel health, health checks,
   DDoS attacks, incidents, certificates …) and the webhook. For health choose both *Healthy* and *Unhealthy*: healthy
   is what closes the alert here. Most other types never say that they are over.

| Event | Notification |
| --- | --- |
| \`event_key\` | the id of the pool, tunnel, health check or incident; else the correlation id; else policy, type and thing |
| \`event_type\` | \`new_health\`, \`new_status\` healthy, a status resolved, \`alert_event\` …_END → RECOVERY; all others ALERT |
| \`severity\` | \`severity\` or impact; unhealthy and down → ERROR, degraded → WARNING |
| \`title\` | \`name\` and the text's first line |
| \`description\` | \`text\`, else the data |
| \`resource\` | origin, pool, tunnel, health check or zone |
| \`account\` | \`account_id\` |
| \`occurred_at\` | \`ts\` |

## When this service answers 503

As far as we know, Cloudflare does not document whether it tries a webhook again: count on no second try. The API has
what was sent (\`…/alerting/v3/history\`, 30 days or more) and when a destination last failed (\`last_failure\`).
`;
