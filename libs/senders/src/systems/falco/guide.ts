export const GUIDE = `# Falco

Reads the HTTP output of Falco, and the webhook output of Falcosidekick.

Create a webhook with \`plugin_id\` \`falco\` and copy its \`webhook_url\`.

In \`falco.yaml\`:

~~~yaml
json_output: true
json_include_output_property: true
http_output:
  enabled: true
  url: <webhook_url>
~~~

With Falcosidekick instead (it also limits and filters):

~~~yaml
webhook:
  address: <webhook_url>
  minimumpriority: notice
~~~

| Event | Alert |
| --- | --- |
| \`event_key\` | \`rule\`, \`hostname\` and the pod or container |
| \`event_type\` | ALERT. Falco never says that it is over: the alert closes when it grows stale |
| \`severity\` | \`priority\`: Emergency, Alert, Critical → CRITICAL, Error, Warning, Notice and below → INFO |
| \`title\` | \`rule\` and the host |
| \`description\` | \`output\` |
| \`resource\` | \`hostname\`, else the pod or container |
| \`occurred_at\` | \`time\` |

All \`output_fields\` are in \`additional_info\`.

## When this service answers 503

Falco drops an alert that it cannot deliver and says so in its log. Falcosidekick does the same: count
\`falcosidekick_outputs{status="error"}\`.
`;
