import { COMMAND_TIMEOUT, CURL_VERSIONS, OUTAGE_COVERED, RETRYING_CURL } from '../../retrying-curl.js';

export const GUIDE = `# Icinga

Reads what a notification script of Icinga 2 posts, as a form or as JSON.

1. Create a webhook with \`plugin_id\` \`icinga\` and copy its \`webhook_url\`.
2. Put this script on the master as \`/etc/icinga2/scripts/tocsin.sh\` (mode 0755):

   ~~~sh
   #!/bin/sh
   exec ${RETRYING_CURL} \\
     --data-urlencode "source=icinga2" \\
     --data-urlencode "notification_type=$NOTIFICATIONTYPE" \\
     --data-urlencode "host_name=$HOSTNAME" \\
     --data-urlencode "host_address=$HOSTADDRESS" \\
     --data-urlencode "host_state=$HOSTSTATE" \\
     --data-urlencode "host_output=$HOSTOUTPUT" \\
     --data-urlencode "service_name=$SERVICENAME" \\
     --data-urlencode "service_state=$SERVICESTATE" \\
     --data-urlencode "service_output=$SERVICEOUTPUT" \\
     --data-urlencode "last_state_change=$LASTSTATECHANGE" \\
     --data-urlencode "timestamp=$TIMET" \\
     --data-urlencode "author=$NOTIFICATIONAUTHOR" \\
     --data-urlencode "comment=$NOTIFICATIONCOMMENT" \\
     "$WEBHOOK_URL"
   ~~~

3. Add to \`/etc/icinga2/conf.d/commands.conf\`:

   ~~~
   object NotificationCommand "tocsin-service" {
     command = [ ConfigDir + "/scripts/tocsin.sh" ]
     timeout = ${COMMAND_TIMEOUT}
     env = {
       WEBHOOK_URL = "<webhook_url>"
       NOTIFICATIONTYPE = "$notification.type$"
       HOSTNAME = "$host.name$"
       HOSTADDRESS = "$host.address$"
       HOSTSTATE = "$host.state$"
       SERVICENAME = "$service.name$"
       SERVICESTATE = "$service.state$"
       SERVICEOUTPUT = "$service.output$"
       LASTSTATECHANGE = "$service.last_state_change$"
       TIMET = "$icinga.timet$"
       NOTIFICATIONAUTHOR = "$notification.author$"
       NOTIFICATIONCOMMENT = "$notification.comment$"
     }
   }
   object NotificationCommand "tocsin-host" {
     command = [ ConfigDir + "/scripts/tocsin.sh" ]
     timeout = ${COMMAND_TIMEOUT}
     env = {
       WEBHOOK_URL = "<webhook_url>"
       NOTIFICATIONTYPE = "$notification.type$"
       HOSTNAME = "$host.name$"
       HOSTADDRESS = "$host.address$"
       HOSTSTATE = "$host.state$"
       HOSTOUTPUT = "$host.output$"
       LASTSTATECHANGE = "$host.last_state_change$"
       TIMET = "$icinga.timet$"
       NOTIFICATIONAUTHOR = "$notification.author$"
       NOTIFICATIONCOMMENT = "$notification.comment$"
     }
   }
   ~~~

4. Add to \`/etc/icinga2/conf.d/notifications.conf\`:

   ~~~
   apply Notification "tocsin" to Service {
     command = "tocsin-service"
     users = [ "icingaadmin" ]
     types = [ Problem, Recovery, Custom, FlappingStart, FlappingEnd, DowntimeEnd, DowntimeRemoved ]
     states = [ OK, Warning, Critical, Unknown ]
     assign where true
   }
   apply Notification "tocsin" to Host {
     command = "tocsin-host"
     users = [ "icingaadmin" ]
     types = [ Problem, Recovery, Custom, FlappingStart, FlappingEnd, DowntimeEnd, DowntimeRemoved ]
     states = [ Up, Down ]
     assign where true
   }
   ~~~

5. \`icinga2 daemon -C && systemctl reload icinga2\`, then **Send custom notification** in Icinga Web: it arrives as an event of the present state, with author and comment in \`additional_info\`.

${CURL_VERSIONS}

Objects of the event stream (\`/v1/events\`: StateChange, CheckResult, Notification) are read as well, where something relays them here.

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

## What the sender does with a 503

Icinga runs the command once. ${OUTAGE_COVERED}, and \`timeout\` (30 seconds more) with it; without \`timeout\` Icinga ends the command after 1 minute.
`;
