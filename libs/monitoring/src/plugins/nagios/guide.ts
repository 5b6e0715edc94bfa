export const GUIDE = `# Nagios

Reads what a notification command of Nagios Core, Nagios XI, Naemon, Centreon or Shinken posts, as a form or as JSON.

1. Create a webhook with \`plugin_id\` \`nagios\` and copy its \`webhook_url\`.
2. Define the commands (\`commands.cfg\`). \`--data-urlencode\` keeps quotes and ampersands of the output whole:

   ~~~
   define command {
     command_name  notify-service-by-tocsin
     command_line  /usr/bin/curl -sS --max-time 10 --retry 5 --retry-delay 5 --data-urlencode "notification_type=$NOTIFICATIONTYPE$" --data-urlencode "host_name=$HOSTNAME$" --data-urlencode "host_address=$HOSTADDRESS$" --data-urlencode "host_state=$HOSTSTATE$" --data-urlencode "service_description=$SERVICEDESC$" --data-urlencode "service_state=$SERVICESTATE$" --data-urlencode "service_output=$SERVICEOUTPUT$" --data-urlencode "service_attempt=$SERVICEATTEMPT$" --data-urlencode "timestamp=$TIMET$" '<webhook_url>'
   }
   define command {
     command_name  notify-host-by-tocsin
     command_line  /usr/bin/curl -sS --max-time 10 --retry 5 --retry-delay 5 --data-urlencode "notification_type=$NOTIFICATIONTYPE$" --data-urlencode "host_name=$HOSTNAME$" --data-urlencode "host_address=$HOSTADDRESS$" --data-urlencode "host_state=$HOSTSTATE$" --data-urlencode "host_output=$HOSTOUTPUT$" --data-urlencode "timestamp=$TIMET$" '<webhook_url>'
   }
   ~~~

3. Define a contact that uses them, and put it into a contact group of your hosts and services:

   ~~~
   define contact {
     contact_name                   tocsin
     host_notifications_enabled     1
     service_notifications_enabled  1
     host_notification_period       24x7
     service_notification_period    24x7
     host_notification_options      d,u,r
     service_notification_options   w,u,c,r
     host_notification_commands     notify-host-by-tocsin
     service_notification_commands  notify-service-by-tocsin
   }
   ~~~

4. \`nagios -v /etc/nagios/nagios.cfg\`, reload, and try *Send custom service notification*.

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

Nagios runs the command once and looks at nothing. \`curl --retry\` repeats after 503 and waits for as long as \`Retry-After\` says; keep its total below \`notification_timeout\` (30 s).
`;
