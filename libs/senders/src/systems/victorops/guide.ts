export const GUIDE = `# Splunk On-Call (VictorOps)

Takes what is meant for the REST endpoint of Splunk On-Call, formerly VictorOps: Alertmanager, Grafana, Icinga, Kapacitor and
many other tools can post to it. Enter the \`webhook_url\` in its place.

1. Create a webhook with \`plugin_id\` \`victorops\` and copy its \`webhook_url\`.
2. In the sender's integration for VictorOps enter it as the address of the REST endpoint. Alertmanager puts a key and a routing
   key behind it: set \`victorops_api_url\` (or \`api_url\`) to the \`webhook_url\` with a \`/\` at its end.
3. The answer is that of Splunk On-Call: \`{"result": "success", "entity_id": "…"}\` with 200.

| Event | Body |
| --- | --- |
| \`event_key\` | \`entity_id\` |
| \`event_type\` | \`message_type\` CRITICAL, WARNING, INFO → ALERT, RECOVERY → RECOVERY; ACKNOWLEDGEMENT is ignored |
| \`severity\` | CRITICAL, WARNING, INFO |
| \`title\` | \`entity_display_name\`, else \`entity_id\` |
| \`description\` | \`state_message\` |
| \`resource\` | \`host_name\`, else \`entity_display_name\` |
| \`provider\` | \`monitoring_tool\` |
| \`occurred_at\` | \`state_start_time\`, \`timestamp\` |

## When this service answers 503

That depends on the sender; Alertmanager tries again until its next group interval.
`;
