import { CURL_VERSIONS, OUTAGE_COVERED, RETRYING_CURL } from '../../retrying-curl.js';
import { EVENT_TYPES, SEVERITIES } from '../../plugin-api/event.js';

export const GUIDE = `# Direct

For scripts and tools of your own: the body is an event, or a list of events, in the fields of this service.

1. Create a webhook with \`plugin_id\` \`direct\` and copy its \`webhook_url\`.
2. Post to it:

   ~~~sh
   curl -X POST <webhook_url> -H 'content-type: application/json' -d '{
     "event_key": "backup/orders-db",
     "title": "Backup of orders-db failed",
     "severity": "ERROR",
     "resource": {"name": "orders-db", "resource_type": "server"}
   }'
   ~~~

3. When it is over, post the same \`event_key\` with \`"event_type": "RECOVERY"\`; nothing else is needed.

| Field | |
| --- | --- |
| \`event_key\` | required; the same for one alarm firing and resolved, so no time and no random value |
| \`event_type\` | ${EVENT_TYPES.join(', ')}; default ALERT |
| \`title\` | required, except for RECOVERY |
| \`severity\` | ${SEVERITIES.join(', ')}, or a usual word for one (warn, high, P1 …); default: \`settings.default_severity\` of the webhook |
| \`occurred_at\` | ISO 8601, or a count of s, ms, µs or ns since 1970; left out or not a time: the arrival. Of two events of a key the newer one by this time has the last word, so give a RECOVERY the time of the end |
| \`description\`, \`rule\`, \`provider\`, \`account\`, \`image_url\` | text |
| \`resource\` | \`{resource_id, resource_type, name}\`, each text |
| \`additional_info\` | an object of your own |

A field of a wrong type or value makes that event alone an error, which names the field and what it may be. Fields with
other names are kept in \`raw_data\`.

## When this service answers 503

A script that posts once must go on by itself:

~~~sh
${RETRYING_CURL} \\
  <webhook_url> -d event_key=backup/orders-db -d event_type=RECOVERY
~~~

${OUTAGE_COVERED}. ${CURL_VERSIONS}
`;
