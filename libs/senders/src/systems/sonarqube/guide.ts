export const GUIDE = `# SonarQube

Reads the webhooks of SonarQube Server and SonarQube Cloud: the quality gate after each analysis.

1. Create a webhook with \`plugin_id\` \`sonarqube\` and copy its \`webhook_url\`.
2. **Administration → Configuration → Webhooks → Create** (or in one project **Project settings → Webhooks**), URL: the
   \`webhook_url\`.

| Event | Body |
| --- | --- |
| \`event_key\` | \`project.key\` and the branch |
| \`event_type\` | \`qualityGate.status\` ERROR, WARN → ALERT, OK → RECOVERY; an analysis that failed → ALERT; without a gate ignored |
| \`severity\` | ERROR, WARN → WARNING, OK → INFO |
| \`title\`, \`rule\` | the project and what became of it; the name of the gate |
| \`description\` | the conditions that are not met |
| \`resource\` | the project |
| \`occurred_at\` | \`analysedAt\` |

## When this service answers 503

SonarQube posts once; **Webhooks → Recent deliveries** shows what failed.
`;
