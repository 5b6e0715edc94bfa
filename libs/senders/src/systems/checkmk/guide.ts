import { CURL_VERSIONS, OUTAGE_COVERED, RETRYING_CURL } from '../../retrying-curl.js';

export const GUIDE = `# Checkmk

Reads what a notification script of Checkmk posts.

1. Create a webhook with \`plugin_id\` \`checkmk\` and copy its \`webhook_url\`.
2. As the site user put this script into \`~/local/share/check_mk/notifications/tocsin\` (mode 0755). The second line is the name Checkmk shows; the first parameter of the rule is the address:

   ~~~sh
   #!/bin/sh
   # Tocsin
   ${RETRYING_CURL} \\
     --data-urlencode "omd_site=$OMD_SITE" \\
     --data-urlencode "notification_type=$NOTIFY_NOTIFICATIONTYPE" \\
     --data-urlencode "host_name=$NOTIFY_HOSTNAME" \\
     --data-urlencode "host_address=$NOTIFY_HOSTADDRESS" \\
     --data-urlencode "host_state=$NOTIFY_HOSTSTATE" \\
     --data-urlencode "host_output=$NOTIFY_HOSTOUTPUT" \\
     --data-urlencode "service_description=$NOTIFY_SERVICEDESC" \\
     --data-urlencode "service_state=$NOTIFY_SERVICESTATE" \\
     --data-urlencode "service_output=$NOTIFY_SERVICEOUTPUT" \\
     --data-urlencode "long_service_output=$NOTIFY_LONGSERVICEOUTPUT" \\
     --data-urlencode "long_host_output=$NOTIFY_LONGHOSTOUTPUT" \\
     --data-urlencode "last_host_state_change=$NOTIFY_LASTHOSTSTATECHANGE" \\
     --data-urlencode "last_service_state_change=$NOTIFY_LASTSERVICESTATECHANGE" \\
     --data-urlencode "author=$NOTIFY_NOTIFICATIONAUTHOR" \\
     --data-urlencode "comment=$NOTIFY_NOTIFICATIONCOMMENT" \\
     --data-urlencode "timestamp=$NOTIFY_MICROTIME" \\
     "$NOTIFY_PARAMETER_1" >/dev/null 2>>"$OMD_ROOT/var/log/tocsin.log" &
   ~~~

3. **Setup → Events → Notifications → Add rule**: method *Tocsin*, call with the following parameters: the \`webhook_url\`; contact selection: one user only, so that it is posted once. Leave the condition *Match notification event type* out, or let it include the start and the end of flapping and of downtimes. Activate the changes.
4. Try it with **Test notifications** or *Fake check results*.

${CURL_VERSIONS}

Checkmk's variables may also be posted as they are (\`NOTIFY_HOSTNAME=…\`).

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | host!service |
| \`event_type\` | the kind of the notification: PROBLEM → ALERT, RECOVERY → RECOVERY; CUSTOM and the end of flapping → the state. The start of flapping counts in a bad state, the end of a downtime in a good one: what happened meanwhile was not told. The rest is ignored, with the reason |
| \`title\` | \`summary\`, else service, host and state |
| \`description\` | the output of the check |
| \`severity\` | CRITICAL, DOWN → CRITICAL; UNREACHABLE → ERROR; WARNING → WARNING; UNKNOWN → NOT_AVAILABLE; OK, UP → INFO; a \`severity\` of the script's own comes first |
| \`rule\` | the service |
| \`resource\` | the host; its id is the address |
| \`occurred_at\` | when the state changed, so that a reminder is not a new alarm; else the timestamp, else the arrival |

The field names may be written in any case, with or without \`_\`, and with the prefix of the variables (\`NAGIOS_\`, \`ICINGA_\`, \`NOTIFY_\`). A state may be its number (\`2\`).

\`account\` is the site.

## What the sender does with a 503

Checkmk runs the script once, ends it after 1 minute, and lets all other notifications wait for it: so \`curl\` goes on in the background, and what it gave up is in \`~/var/log/tocsin.log\`. ${OUTAGE_COVERED}.
`;
