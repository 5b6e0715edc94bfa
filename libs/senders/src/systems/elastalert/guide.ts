export const GUIDE = `# ElastAlert

Reads the alerters \`post\` and \`post2\` of ElastAlert and ElastAlert 2.

Create a webhook with \`plugin_id\` \`elastalert\` and copy its \`webhook_url\`.

In each rule:

~~~yaml
alert: [post2]
http_post2_url: "<webhook_url>"
http_post2_all_values: true
http_post2_static_payload:
  event_type: create
  rule_name: Too many errors
  severity: high
http_post2_payload:
  Id: "too-many-errors-{{host}}"
  Title: "Too many errors on {{host}}"
  Description: "{{message}}"
~~~

\`Id\` names the alert: give matches that belong together the same one. ElastAlert never says that an alert is over; a
second rule with \`event_type: resolve\` and the same \`Id\` (type \`flatline\` inverted, or a query for the good state)
closes it, else it closes when it grows stale.

| Event | Body |
| --- | --- |
| \`event_key\` | \`Id\`, else the rule and the host |
| \`event_type\` | \`event_type\` create → ALERT, resolve → RECOVERY, acknowledge ignored; without it ALERT |
| \`title\` | \`Title\`, else the rule and the host |
| \`description\` | \`Description\`, else \`message\` |
| \`severity\` | \`severity\`, \`priority\`, \`level\` |
| \`resource\` | \`host\` |
| \`occurred_at\` | \`@timestamp\` |

## When this service answers 503

ElastAlert keeps the alert in its writeback index and tries again with every run for \`alert_time_limit\` (2 days).
`;
