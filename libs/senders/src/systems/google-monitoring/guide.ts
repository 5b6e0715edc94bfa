export const GUIDE = `# Google Cloud Monitoring

Reads the incidents of alerting policies (schema 1.2 and before), from a webhook channel or through Pub/Sub.

Create a webhook with \`plugin_id\` \`google-monitoring\` and copy its \`webhook_url\`.

## Webhook channel

1. **Monitoring → Alerting → Edit notification channels → Webhooks → Add new**.
2. Endpoint URL: the \`webhook_url\`; no authentication. **Test connection** arrives as an alert "Test Incident".
3. In each policy, under **Notifications**, choose the channel and tick **Notify on incident closure**: it is what
   closes the alert here. Give the policy a **Severity level**.

## Through Pub/Sub

1. Make a topic, a notification channel *Pub/Sub* for it, and give Monitoring's service account the role *Publisher*.
2. Make a **push** subscription with the \`webhook_url\` as its endpoint, without payload unwrapping or with it.

| Event | Incident |
| --- | --- |
| \`event_key\` | \`incident_id\` |
| \`event_type\` | \`state\` open → ALERT, closed → RECOVERY |
| \`severity\` | \`severity\`, else the label \`severity\` of the policy |
| \`title\` | \`summary\` |
| \`description\` | \`summary\` and the documentation of the policy |
| \`rule\` | \`condition_name\` |
| \`resource\` | \`resource_name\` |
| \`account\` | \`scoping_project_id\`, else the project of the resource |
| \`occurred_at\` | \`started_at\`; of a recovery \`ended_at\`. 0 is no time |

A webhook channel also brings new errors of Error Reporting: always ALERT, the key is the address of the error group, the resource
the service.

## When this service answers 503

Pub/Sub pushes again until it gets a 2xx or the message is older than the subscription keeps it (7 days by default).
A webhook channel tries again only for a short time; where no alarm may be lost, use Pub/Sub.
`;
