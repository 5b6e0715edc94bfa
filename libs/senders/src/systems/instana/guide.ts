export const GUIDE = `# IBM Instana

Reads the *Generic Webhook* alert channel of IBM Instana Observability: issues and incidents.

1. Create a webhook with \`plugin_id\` \`instana\` and copy its \`webhook_url\`.
2. **Settings → Alert channels → Add → Generic Webhook**, webhook URL: the \`webhook_url\`.
3. Add the channel to the alerts. Leave *closed* events on: they close the alert here.

| Event | \`issue\` |
| --- | --- |
| \`event_key\` | \`id\` |
| \`event_type\` | \`state\` OPEN → ALERT, CLOSED → RECOVERY; changes, online and offline are ignored |
| \`severity\` | 10 CRITICAL, 5 WARNING |
| \`title\`, \`description\` | \`text\`, \`suggestion\` |
| \`resource\` | \`entityLabel\`, else \`fqdn\`, container, service |
| \`account\` | the zone |
| \`occurred_at\` | \`start\`; of a recovery \`end\` |

## When this service answers 503

As far as we know, Instana does not document whether it tries a webhook again: count on no second try.
`;
