export const GUIDE = `# Kapacitor

Reads the HTTP post handler of Kapacitor.

1. Create a webhook with \`plugin_id\` \`kapacitor\` and copy its \`webhook_url\`.
2. In \`kapacitor.conf\`:

   ~~~toml
   [[httppost]]
     endpoint = "tocsin"
     url = "<webhook_url>"
     headers = { Content-Type = "application/json" }
   ~~~

3. In the TICKscript: \`|alert().id('{{ .Name }}:{{ .Group }}').crit(…).stateChangesOnly().post().endpoint('tocsin')\`, or a handler file:

   ~~~yaml
   id: tocsin
   topic: cpu
   kind: post
   options:
     endpoint: tocsin
   ~~~

   Leave \`alert-template\` empty, and do not use \`.noRecoveries()\`: recoveries close the alert here.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`id\` and the tag \`host\`; without an id the measurement, else \`message\` |
| \`event_type\` | \`level\`: CRITICAL, WARNING (also CRIT, WARN), INFO → ALERT; OK → RECOVERY |
| \`title\` | \`message\` |
| \`description\` | \`details\` |
| \`severity\` | \`level\` |
| \`rule\` | the measurement |
| \`resource\` | the tag \`host\` |
| \`occurred_at\` | \`time\` |

## What the sender does with a 503

Kapacitor logs the error and does not send again; \`stateChangesOnly(15m)\` makes it repeat an alert that goes on.
`;
