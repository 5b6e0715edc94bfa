export const GUIDE = `# Prometheus Alertmanager

Reads the webhook of Alertmanager (bodies of version 4 and 3), also as Mimir, Cortex and vmalert send it, and the
alerts that Prometheus and vmalert post to an Alertmanager (\`/api/v2/alerts\`).

## Alertmanager, Mimir, Cortex

1. Create a webhook with \`plugin_id\` \`prometheus\` and copy its \`webhook_url\`.
2. Add a receiver to \`alertmanager.yml\` (Mimir: the Alertmanager configuration of the tenant):

   ~~~yaml
   receivers:
     - name: tocsin
       webhook_configs:
         - url: <webhook_url>
           send_resolved: true
           max_alerts: 0
   ~~~

   \`send_resolved\` closes the alert here when it ends there. With \`max_alerts: 0\` no alert of a group is left out;
   where a limit leaves some out, their number is in \`additional_info.truncatedAlerts\`.
3. Send alerts to it beside whoever is told today. **\`receiver: tocsin\` at the top of \`route\`, or a sub-route without
   \`continue: true\`, takes the alerts away from the other receivers.** So add it as the first sub-route and, where there
   were none, the receiver of \`route\` as the last:

   ~~~yaml
   route:
     receiver: on-call # as it is
     routes:
       - receiver: tocsin
         continue: true
       # the sub-routes as they are, then
       - receiver: on-call
   ~~~

   \`tocsin import alertmanager.yml --webhook <webhook_id>\` prints this for your file.
4. Load it: \`amtool check-config alertmanager.yml\`, then \`curl -X POST http://<alertmanager>:9093/-/reload\`.
5. Try it: \`amtool alert add alertname=Test severity=info instance=here --alertmanager.url=http://<alertmanager>:9093\`.

## Prometheus or vmalert without an Alertmanager

Prometheus (\`prometheus.yml\`), where \`<path>\` is the path of the \`webhook_url\`, \`/monitoring/v1/webhook/…/events\`:

~~~yaml
alerting:
  alertmanagers:
    - scheme: https
      api_version: v2
      path_prefix: <path>
      static_configs:
        - targets: ['<host of the webhook_url>']
~~~

vmalert: \`-notifier.url=<webhook_url>\`.

## What becomes what

| Event | Alert |
| --- | --- |
| \`event_key\` | \`fingerprint\`; without one, the same fingerprint computed of the labels |
| \`event_type\` | \`status\` of the alert itself; without one, \`RECOVERY\` once \`endsAt\` is past |
| \`title\` | annotation \`summary\`, \`title\`, else the rule and the resource |
| \`description\` | annotation \`description\`, \`message\` |
| \`severity\` | label \`severity\` (\`level\`, \`priority\`): critical, page, error, warning, info, none … |
| \`rule\` | label \`alertname\` |
| \`resource\` | the first of the labels instance, host, node, pod, container, device, target, service, job … |
| \`account\` | label \`account\`, \`account_id\`, \`cluster\`, \`tenant\` |
| \`occurred_at\` | \`startsAt\`; of a recovery \`endsAt\` |
| \`image_url\` | annotation \`image_url\`, \`imageURL\`, \`image\` |

Labels, annotations, \`generatorURL\`, \`receiver\`, \`groupKey\` and the like are in \`additional_info\`.
`;
