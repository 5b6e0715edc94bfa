export const GUIDE = `# Icinga

Reads what a notification script of Icinga 2 posts, as a form or as JSON.

1. Create a webhook with \`plugin_id\` \`icinga\` and copy its \`webhook_url\`.
2. Put this script on the master as \`/etc/icinga2/scripts/tocsin.sh\` (mode 0755):

   ~~~sh
   #!/bin/sh
   exec curl -sS --max-time 10 --retry 5 --retry-delay 5 \\
     --data-urlencode "source=icinga2" \\
     --data-urlencode "notification_type=$NOTIFICATIONTYPE" \\
     --data-urlencode "host_name=$HOSTNAME" \\
     --data-urlencode "host_address=$HOSTADDRESS" \\
     --data-urlencode "host_state=$HOSTSTATE" \\
     --data-urlencode "host_output=$HOSTOUTPUT" \\
     --data-urlencode "service_name=$SERVICENAME" \\
     --data-urlencode "service_state=$SERVICESTATE" \\
     --data-urlencode "service_output=$SERVICEOUTPUT" \\
     --data-urlencode "timestamp=$TIMET" \\
     "$WEBHOOK_URL"
   ~~~

3. In \`conf.d/commands.conf\` and \`conf.d/notifications.conf\`:

   ~~~
   object NotificationCommand "tocsin-service" {
     command = [ ConfigDir + "/scripts/tocsin.sh" ]
     env = {
       WEBHOOK_URL = "<webhook_url>"
       NOTIFICATIONTYPE = "$notification.type$"
       HOSTNAME = "$host.name$"
       HOSTADDRESS = "$address$"
       HOSTSTATE = "$host.state$"
       SERVICENAME = "$service.name$"
       SERVICESTATE = "$service.state$"
       SERVICEOUTPUT = "$service.output$"
       TIMET = "$icinga.timet$"
     }
   }
   object NotificationCommand "tocsin-host" {
     command = [ ConfigDir + "/scripts/tocsin.sh" ]
     env = {
       WEBHOOK_URL = "<webhook_url>"
       NOTIFICATIONTYPE = "$notification.type$"
       HOSTNAME = "$host.name$"
       HOSTADDRESS = "$address$"
       HOSTSTATE = "$host.state$"
       HOSTOUTPUT = "$host.output$"
       TIMET = "$icinga.timet$"
     }
   }
   apply Notification "tocsin" to Service {
     command = "tocsin-service"
     users = [ "icingaadmin" ]
     types = [ Problem, Recovery ]
     states = [ OK, Warning, Critical, Unknown ]
     assign where true
   }
   apply Notification "tocsin" to Host {
     command = "tocsin-host"
     users = [ "icingaadmin" ]
     types = [ Problem, Recovery ]
     states = [ Up, Down ]
     assign where true
   }
   ~~~

4. \`icinga2 daemon -C && systemctl reload icinga2\`, then **Send custom notification** in Icinga Web.

Objects of the event stream (\`/v1/events\`: StateChange, CheckResult, Notification) are read as well, where something relays them here.

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

## What the sender does with a 503

Icinga runs the command once. \`curl --retry\` repeats after 503 and waits for as long as \`Retry-After\` says; keep its total below the \`timeout\` of the command (1 minute).
`;
