export const GUIDE = `# AppDynamics

Reads what an HTTP request action of AppDynamics posts with the template below.

Create a webhook with \`plugin_id\` \`appdynamics\` and copy its \`webhook_url\`.

1. **Alert & Respond → HTTP Request Templates → New**. Method \`POST\`, raw URL: the \`webhook_url\`, no authentication,
   custom header \`Content-Type: application/json\`, payload MIME type \`application/json\`, and as payload:

~~~json
{
  "event_type": "\${latestEvent.eventType}",
  "event_name": "\${latestEvent.displayName}",
  "event_id": "\${latestEvent.id}",
  "event_guid": "\${latestEvent.guid}",
  "event_time": "\${latestEvent.eventTime}",
  "event_message": "\${latestEvent.eventMessage}",
  "event_deep_link": "\${latestEvent.deepLink}",
  "summary": "\${latestEvent.summaryMessage}",
  "severity": "\${latestEvent.severity}",
  "policy": "\${policy.name}",
  "app_id": "\${latestEvent.application.id}",
  "app_name": "\${latestEvent.application.name}",
  "tier_id": "\${latestEvent.tier.id}",
  "tier_name": "\${latestEvent.tier.name}",
  "node_id": "\${latestEvent.node.id}",
  "node_name": "\${latestEvent.node.name}",
  "health_rule_id": "\${latestEvent.healthRule.id}",
  "health_rule_name": "\${latestEvent.healthRule.name}",
  "incident_id": "\${latestEvent.incident.id}",
  "incident_name": "\${latestEvent.incident.name}",
  "controller_url": "\${controllerUrl}"
}
~~~

   Tick **One Request Per Event**. Response handling: success on status 200 to 299.
2. **Actions → Create**: *Make an HTTP Request* with the template.
3. **Policies**: choose the events *Health Rule Violation* started, upgraded, downgraded **and ended, canceled**: the end
   is what closes the alert here. Add the action.

| Event | Payload |
| --- | --- |
| \`event_key\` | \`incident_id\` or \`incident_key\`, else the incident that the deep link names, the health rule, the event's id |
| \`event_type\` | \`POLICY_CLOSE_…\`, \`POLICY_CANCELED_…\`, \`resolve\` → RECOVERY, all others ALERT |
| \`severity\` | \`severity\` |
| \`title\` | \`event_name\` |
| \`description\` | \`summary\`, \`event_message\` |
| \`rule\` | \`policy\` |
| \`resource\` | the node, else the tier, else the application |
| \`occurred_at\` | \`event_time\` |

A placeholder that AppDynamics left as it is counts as missing.

## When this service answers 503

AppDynamics does not send an action again. The controller's next event for the same violation arrives as usual.
`;
