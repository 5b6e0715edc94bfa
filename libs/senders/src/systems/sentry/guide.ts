export const GUIDE = `# Sentry

Reads the webhooks of integrations (issues, issue alerts, metric alerts, errors) and of the older WebHooks plug-in.

Create a webhook with \`plugin_id\` \`sentry\` and copy its \`webhook_url\`.

1. **Settings → Developer Settings → Custom Integrations → Create → Internal Integration**.
2. Webhook URL: the \`webhook_url\`. Tick **Alert Rule Action**. Permission *Issue & Event: Read*. Under **Webhooks** tick
   **issue**: its \`resolved\` is what closes the alert here. Leave \`error\` off unless every single event is wanted.
3. In each alert rule (issue and metric) add the action **Send a notification via** the integration.

| Event | Issue, issue alert | Metric alert | WebHooks plug-in |
| --- | --- | --- | --- |
| \`event_key\` | the issue's id, also from its address | \`metric_alert:\` and its id | the issue's id, else project and message |
| \`event_type\` | created, triggered, unresolved → ALERT; resolved → RECOVERY, also as the activity of an activity alert; assigned, archived ignored | critical, warning → ALERT; resolved → RECOVERY | ALERT |
| \`severity\` | \`level\` | the action | \`level\` |
| \`title\` | \`title\` | \`description_title\` | \`message\`, else the exception |
| \`description\` | culprit and value | \`description_text\` | culprit and value |
| \`rule\` | \`triggered_rule\` | the rule's name | \`triggering_rules\` |
| \`resource\` | the project | the first project | the project, else the tag \`server_name\` |
| \`account\` | the organisation | the organisation | the organisation |
| \`occurred_at\` | \`datetime\`, \`firstSeen\` | \`date_started\`; of a recovery \`date_closed\` | \`timestamp\` |

Comments and installations are ignored.

## Signature

Set the webhook's \`settings.signature\` to \`{ "scheme": "SENTRY", "secrets": ["…"] }\` with the **Client Secret** of the
internal integration. The legacy webhook plugin signs nothing.

## When this service answers 503

As far as we know, Sentry does not document whether it tries a webhook again: count on no second try. It lists the failure under
the integration's dashboard. An answer that takes longer than a second counts as a timeout; after 1000 of them within 24 hours
Sentry unsubscribes an integration of your own.
`;
