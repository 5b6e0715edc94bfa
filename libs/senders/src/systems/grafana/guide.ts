const LEGACY = `## Legacy alerting (up to Grafana 10)

1. Open **Alerting → Notification channels → New channel**.
2. Type \`webhook\`, Url: the \`webhook_url\`, Http Method \`POST\`. Tick **Include image** if Grafana keeps images where
   others can fetch them. Leave **Disable Resolve Message** off: it is what closes the alert here.
3. **Send Test**, then choose the channel in the alert tab of each panel (or make it the default).

| Event | Body |
| --- | --- |
| \`event_key\` | \`orgId\`, \`dashboardId\`, \`panelId\`, \`ruleId\` (without an id the \`ruleName\`) |
| \`event_type\` | \`state\`: alerting, no_data → ALERT; ok → RECOVERY; paused, pending, unknown are ignored |
| \`severity\` | alert tag \`severity\`, \`priority\` or \`level\`; no_data → NOT_AVAILABLE |
| \`title\`, \`rule\` | \`ruleName\`, with the \`title\` where that says more |
| \`image_url\` | \`imageUrl\` |
| \`occurred_at\` | not in the body: the arrival |

All \`evalMatches\` are in \`additional_info\`.
`;

export const LEGACY_GUIDE = `# Grafana (legacy alerting)

Reads the webhook of Grafana's legacy alerting. Webhooks of unified alerting need version 2.x of this plugin.

Create a webhook with \`plugin_id\` \`grafana\` and copy its \`webhook_url\`.

${LEGACY}`;

export const GUIDE = `# Grafana

Reads the webhooks of unified alerting (Grafana 8 and later, Grafana Cloud) and of legacy alerting.

Create a webhook with \`plugin_id\` \`grafana\` and copy its \`webhook_url\`.

## Unified alerting

1. Open **Alerting → Contact points → Add contact point**.
2. Integration **Webhook**, URL: the \`webhook_url\`. Under **Optional Webhook settings** leave HTTP Method \`POST\`,
   Max Alerts \`0\` (all) and no custom payload. Leave **Disable resolved message** off.
3. **Test** sends an alert named \`TestAlert\`. Save.
4. **Alerting → Notification policies**: add a nested policy to the default policy, without matchers, with this contact point
   and **Continue matching subsequent sibling nodes** on, and move it to the top. Where there were no nested policies, add
   another one below it with the contact point of the default policy. **A policy without that switch, or this contact point
   in the default policy, takes the alerts away from whoever is told today.**

From a file (\`provisioning/alerting/tocsin.yaml\`):

~~~yaml
apiVersion: 1
contactPoints:
  - orgId: 1
    name: tocsin
    receivers:
      - uid: tocsin
        type: webhook
        settings:
          url: <webhook_url>
          httpMethod: POST
~~~

| Event | Alert |
| --- | --- |
| \`event_key\` | \`fingerprint\` |
| \`event_type\` | \`status\` of the alert itself |
| \`title\` | annotation \`summary\`, else the rule and the resource |
| \`severity\` | label \`severity\`; DatasourceNoData without one → NOT_AVAILABLE |
| \`rule\` | label \`alertname\` |
| \`resource\` | the first of the labels instance, host, node, pod, container, service, job … |
| \`occurred_at\` | \`startsAt\`; of a recovery \`endsAt\` |
| \`image_url\` | \`imageURL\` |

\`values\`, the links to dashboard, panel and silence, labels and annotations are in \`additional_info\`.

### Signature

In the contact point, under **Optional Webhook settings → HMAC Signature**, enter a secret, and a **Timestamp Header** such
as \`X-Grafana-Alerting-Timestamp\` so that nobody can send an old notification again. Set the webhook's
\`settings.signature\` to the same:

~~~json
{ "scheme": "GRAFANA", "secrets": ["…"], "timestamp_header": "X-Grafana-Alerting-Timestamp" }
~~~

Without a timestamp header leave \`timestamp_header\` out; a header of another name than
\`X-Grafana-Alerting-Signature\` is \`header\`.

${LEGACY}`;
