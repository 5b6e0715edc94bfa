import { COMMAND_TIMEOUT, CURL_VERSIONS, OUTAGE_COVERED, RETRYING_CURL } from '../../retrying-curl.js';

export const GUIDE = `# Sensu

Reads the events of Sensu Go and of Sensu Core (1.x), as a handler gets them,
one or several in a list.

1. Create a webhook with \`plugin_id\` \`sensu\` and copy its \`webhook_url\`.
2. Sensu Go: a pipe handler that posts what it gets on its standard input, with the built-in filters *is_incident* and
   *not_silenced*. They let the event that resolves pass, too.

~~~yaml
type: Handler
api_version: core/v2
metadata:
  name: tocsin
spec:
  type: pipe
  command: ${RETRYING_CURL} --data-binary @- "$WEBHOOK_URL"
  timeout: ${COMMAND_TIMEOUT}
  env_vars: [WEBHOOK_URL=<webhook_url>]
  filters: [is_incident, not_silenced]
~~~

${CURL_VERSIONS}

| Event | Body |
| --- | --- |
| \`event_key\` | namespace, entity and check |
| \`event_type\` | \`check.status\` 0 → RECOVERY, all others ALERT; Sensu Core: \`action\` create, resolve; flapping is ignored |
| \`severity\` | 1 WARNING, 2 CRITICAL, any other NOT_AVAILABLE |
| \`title\` | check and entity |
| \`description\` | \`check.output\` |
| \`resource\` | the entity |
| \`account\` | the namespace |
| \`occurred_at\` | \`timestamp\` |

## When this service answers 503

Sensu runs a handler once. ${OUTAGE_COVERED}, and \`timeout\` (30 seconds more) with it; without \`timeout\` Sensu ends the
command after 1 minute.
`;
