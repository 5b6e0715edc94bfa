export const GUIDE = `# OpenTelemetry

Reads log records as the OpenTelemetry Collector exports them, by OTLP/HTTP with JSON. Each record is an alarm: filter them in
the Collector.

1. Create a webhook with \`plugin_id\` \`opentelemetry\` and copy its \`webhook_url\`.
2. In the configuration of the Collector, with the receivers that you have:

   ~~~yaml
   processors:
     filter/alarms:
       logs:
         log_record: [severity_number < SEVERITY_NUMBER_ERROR]
   exporters:
     otlphttp/tocsin:
       logs_endpoint: <webhook_url>
       encoding: json
   service:
     pipelines:
       logs/alarms:
         receivers: [otlp]
         processors: [filter/alarms]
         exporters: [otlphttp/tocsin]
   ~~~

   The filter drops what its conditions say. Protobuf, which is what the exporter sends without \`encoding\`, is not read.
3. Restart the Collector.

## What becomes what

| Event | Log record |
| --- | --- |
| \`event_key\` | \`service.name\`, \`host.name\` (pod, node, container, instance) and the name of the event; without a name the text of the body without its figures |
| \`event_type\` | ALERT; RECOVERY where \`alert.state\` (\`alert.status\`, \`event.state\`, \`state\`, \`status\`) is resolved, recovered, closed, cleared, ok, up or normal |
| \`title\` | the first line of the body, else the name of the event |
| \`description\` | \`exception.stacktrace\`, else the body |
| \`severity\` | \`severityNumber\`: FATAL → CRITICAL, ERROR → ERROR, WARN → WARNING, less → INFO; else \`severityText\` |
| \`rule\` | \`eventName\`, \`event.name\`, \`alert.name\`, \`alertname\`, \`rule\`, \`exception.type\` |
| \`resource\` | the host, else the service |
| \`account\` | \`cloud.account.id\` |
| \`occurred_at\` | \`timeUnixNano\`, else \`observedTimeUnixNano\` |

Attributes are read of the record, of a body that has members, and of the resource, in this order.

## What the sender does with a 503

The exporter tries again (\`retry_on_failure\`) with growing pauses, as \`Retry-After\` says, and gives up after 5 minutes
(\`max_elapsed_time\`).
`;
