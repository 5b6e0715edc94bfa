export const GUIDE = `# Statuspage

Reads the webhook notifications of a page of Atlassian Statuspage: incidents, maintenance and components. Instatus and others
post the same form.

1. Create a webhook with \`plugin_id\` \`statuspage\` and copy its \`webhook_url\`.
2. On the status page choose **Subscribe to updates → Webhook**, enter the \`webhook_url\` and an e-mail address that is told when
   the webhook fails. Of your own page: **Subscribers → Add subscriber → Webhook**.
3. There is no test message: the first incident is the first message.

| Event | Incident | Component |
| --- | --- | --- |
| \`event_key\` | \`incident.id\` | \`component.id\` |
| \`event_type\` | investigating, identified, monitoring, in progress, verifying → ALERT; resolved, postmortem, completed → RECOVERY; scheduled is ignored | operational → RECOVERY, all others ALERT |
| \`severity\` | the impact: critical CRITICAL, major ERROR, minor WARNING, maintenance INFO | major outage CRITICAL, partial outage ERROR, degraded WARNING, maintenance INFO |
| \`title\` | \`incident.name\` | the component and its status |
| \`description\` | the latest update | the page's status |
| \`resource\` | the components | the component |
| \`account\` | \`page.id\` | \`page.id\` |
| \`occurred_at\` | \`updated_at\`; of a recovery \`resolved_at\` | \`component_update.created_at\` |

One outage usually comes as both, an incident and its components, and so becomes several alerts.

## When this service answers 503

As far as we know, Statuspage does not document how often it tries again; it writes to the e-mail address of the subscription when
the webhook keeps failing.
`;
