import { CURL_VERSIONS, OUTAGE_COVERED, RETRYING_CURL } from '../../retrying-curl.js';

export const GUIDE = `# Monit

Reads what a script of Monit posts: Monit itself only writes mails, but runs a program and tells it what happened.

1. Create a webhook with \`plugin_id\` \`monit\` and copy its \`webhook_url\`.
2. Save this as \`/etc/monit/tocsin.sh\` (mode 0700):

   ~~~sh
   #!/bin/sh
   exec ${RETRYING_CURL} \\
     --data-urlencode "source=monit" \\
     --data-urlencode "host=$MONIT_HOST" \\
     --data-urlencode "service=$MONIT_SERVICE" \\
     --data-urlencode "event=$MONIT_EVENT" \\
     --data-urlencode "description=$MONIT_DESCRIPTION" \\
     --data-urlencode "timestamp=$(date +%s)" \\
     "<webhook_url>"
   ~~~

3. Run it for both, the failure and the end of it:

   ~~~
   check process nginx with pidfile /run/nginx.pid
     if failed port 80 protocol http for 2 cycles
       then exec "/etc/monit/tocsin.sh"
       else if succeeded then exec "/etc/monit/tocsin.sh"
     if does not exist
       then exec "/etc/monit/tocsin.sh"
       else if succeeded then exec "/etc/monit/tocsin.sh"
   ~~~

   \`exec\` takes the place of the action \`restart\`; where both are wanted, let the script restart it.
4. \`monit -t && monit reload\`.

${CURL_VERSIONS}

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | host, service and what the event is about |
| \`event_type\` | \`event\`: … failed, Does not exist, … matched, Timeout → ALERT; … succeeded, Exists, … not matched → RECOVERY; Monit's own start and stop are ignored. \`state\` failed or succeeded, where it is sent, decides |
| \`title\` | service, host and event |
| \`description\` | \`description\` |
| \`rule\` | the service |
| \`resource\` | the host |
| \`occurred_at\` | \`timestamp\` |

## What the sender does with a 503

Monit runs the script once per change and sets it no limit. ${OUTAGE_COVERED}. With \`repeat every 5 cycles\` behind \`exec\` Monit runs it again for as long as it goes on.
`;
