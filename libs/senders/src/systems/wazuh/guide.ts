export const GUIDE = `# Wazuh

Reads the alerts of Wazuh: as its integrator posts them with the integration for Shuffle, or as they are.

1. Create a webhook with \`plugin_id\` \`wazuh\` and copy its \`webhook_url\`.
2. In \`/var/ossec/etc/ossec.conf\` of the manager:

~~~xml
<integration>
  <name>shuffle</name>
  <hook_url>the webhook_url</hook_url>
  <level>10</level>
  <alert_format>json</alert_format>
</integration>
~~~

3. Restart the manager. A custom integration that posts the JSON of the alert as it is will do as well.

| Event | Alert |
| --- | --- |
| \`event_key\` | \`agent.id\` and \`rule.id\` |
| \`event_type\` | always ALERT: Wazuh never says that something is over |
| \`severity\` | \`rule.level\`: from 15 CRITICAL, from 12 ERROR, from 7 WARNING, below INFO |
| \`title\`, \`rule\` | \`rule.description\`, \`rule.id\` |
| \`description\` | \`full_log\` |
| \`resource\` | the agent |
| \`occurred_at\` | \`timestamp\` |

The alert stays open until nothing came for the webhook's \`stale_after\`: choose a short one.

## When this service answers 503

The integrator tries three times by default (\`<retries>\`), then the alert is only in Wazuh's own log.
`;
