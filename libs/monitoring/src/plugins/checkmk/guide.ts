export const GUIDE = `# Checkmk

Reads what a notification script of Checkmk posts.

1. Create a webhook with \`plugin_id\` \`checkmk\` and copy its \`webhook_url\`.
2. As the site user put this script into \`~/local/share/check_mk/notifications/tocsin\` (mode 0755). The second line is the name Checkmk shows; the first parameter of the rule is the address:

   ~~~sh
   #!/bin/sh
   # Tocsin
   exec curl -sS --max-time 10 --retry 5 --retry-delay 5 \\
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
     --data-urlencode "timestamp=$NOTIFY_MICROTIME" \\
     "$NOTIFY_PARAMETER_1"
   ~~~

3. **Setup → Events → Notifications → Add rule**: method *Tocsin*, call with the following parameters: the \`webhook_url\`; contact selection: one user only, so that it is posted once. Activate the changes.
4. Try it with **Test notifications** or *Fake check results*.

Checkmk's variables may also be posted as they are (\`NOTIFY_HOSTNAME=…\`).

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | host!service |
| \`event_type\` | the kind of the notification: PROBLEM → ALERT, RECOVERY → RECOVERY; else the state. Acknowledgements, downtimes and flapping are ignored, with the reason |
| \`title\` | \`summary\`, else service, host and state |
| \`description\` | the output of the check |
| \`severity\` | CRITICAL, DOWN → CRITICAL; UNREACHABLE → ERROR; WARNING → WARNING; UNKNOWN → NOT_AVAILABLE; OK, UP → INFO; a \`severity\` of the script's own comes first |
| \`rule\` | the service |
| \`resource\` | the host; its id is the address |
| \`occurred_at\` | the timestamp, else the arrival |

The field names may be written in any case, with or without \`_\`, and with the prefix of the variables (\`NAGIOS_\`, \`ICINGA_\`, \`NOTIFY_\`). A state may be its number (\`2\`).

\`account\` is the site.

## What the sender does with a 503

Checkmk runs the script once; where it ends with an error, that is in \`notify.log\` and the analysis page, and with asynchronous spooling Checkmk runs it again. \`curl --retry\` repeats after 503 and waits for as long as \`Retry-After\` says.
`;
