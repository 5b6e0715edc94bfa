export const GUIDE = `# Jira

Reads the webhooks of Jira (Cloud and Data Center), and issues as automation rules post them, for teams that raise an alarm by
an issue. Alerts of Jira Service Management Operations have the form of [Opsgenie](opsgenie.md).

1. Create a webhook with \`plugin_id\` \`jira\` and copy its \`webhook_url\`.
2. **Settings → System → WebHooks → Create**: the \`webhook_url\`; a JQL filter (\`project = OPS AND type = Incident\`); the events
   *Issue created*, *updated* and *deleted*. Or an automation rule with the action **Send web request**, body *Issue data*.

| Event | Issue |
| --- | --- |
| \`event_key\` | the id of the issue, which stays when it is moved |
| \`event_type\` | a status of the category *done*, a resolution, or its deletion → RECOVERY; created or moved on → ALERT; edits and comments are ignored |
| \`severity\` | Highest, Blocker, Critical CRITICAL; High, Major ERROR; Medium WARNING; lower ones INFO |
| \`title\`, \`description\` | summary, description |
| \`rule\` | the type of the issue |
| \`resource\` | the components, else the project |
| \`account\` | the key of the project |
| \`occurred_at\` | when it was created; later \`timestamp\`; of a recovery \`resolutiondate\` |

## When this service answers 503

Jira Cloud tries again up to five times; as far as we know, Data Center documents no second try. An automation rule fails and
says so in its audit log.
`;
