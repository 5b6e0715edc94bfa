import { COMMAND_TIMEOUT, CURL_VERSIONS, OUTAGE_COVERED, RETRYING_CURL } from '../../retrying-curl.js';

export const GUIDE = `# Nagios

Reads what a notification command of Nagios Core, Nagios XI, Naemon, Centreon or Shinken posts, as a form or as JSON.

1. Create a webhook with \`plugin_id\` \`nagios\` and copy its \`webhook_url\`.
2. Define the commands in \`commands.cfg\` (Debian and Ubuntu: \`/etc/nagios4/objects/commands.cfg\`). The single quotes and \`--data-urlencode\` keep backslashes and ampersands of the output whole; leave \`illegal_macro_output_chars\` as it is, which takes quotes out of it:

   ~~~
   define command {
     command_name  notify-service-by-tocsin
     command_line  /usr/bin/${RETRYING_CURL} --data-urlencode 'notification_type=$NOTIFICATIONTYPE$' --data-urlencode 'host_name=$HOSTNAME$' --data-urlencode 'host_address=$HOSTADDRESS$' --data-urlencode 'host_state=$HOSTSTATE$' --data-urlencode 'service_description=$SERVICEDESC$' --data-urlencode 'service_state=$SERVICESTATE$' --data-urlencode 'service_output=$SERVICEOUTPUT$' --data-urlencode 'long_service_output=$LONGSERVICEOUTPUT$' --data-urlencode 'service_attempt=$SERVICEATTEMPT$' --data-urlencode 'last_service_state_change=$LASTSERVICESTATECHANGE$' --data-urlencode 'author=$NOTIFICATIONAUTHOR$' --data-urlencode 'comment=$NOTIFICATIONCOMMENT$' --data-urlencode 'timestamp=$TIMET$' '<webhook_url>'
   }
   define command {
     command_name  notify-host-by-tocsin
     command_line  /usr/bin/${RETRYING_CURL} --data-urlencode 'notification_type=$NOTIFICATIONTYPE$' --data-urlencode 'host_name=$HOSTNAME$' --data-urlencode 'host_address=$HOSTADDRESS$' --data-urlencode 'host_state=$HOSTSTATE$' --data-urlencode 'host_output=$HOSTOUTPUT$' --data-urlencode 'long_host_output=$LONGHOSTOUTPUT$' --data-urlencode 'last_host_state_change=$LASTHOSTSTATECHANGE$' --data-urlencode 'author=$NOTIFICATIONAUTHOR$' --data-urlencode 'comment=$NOTIFICATIONCOMMENT$' --data-urlencode 'timestamp=$TIMET$' '<webhook_url>'
   }
   ~~~

3. Let a notification take longer than 30 seconds, in \`nagios.cfg\` (Debian and Ubuntu: \`/etc/nagios4/nagios.cfg\`), where the setting is already:

   ~~~
   notification_timeout=${COMMAND_TIMEOUT}
   ~~~

4. Define a contact in \`contacts.cfg\` that uses them, and put it into a contact group of your hosts and services:

   ~~~
   define contact {
     contact_name                   tocsin
     host_notifications_enabled     1
     service_notifications_enabled  1
     host_notification_period       24x7
     service_notification_period    24x7
     host_notification_options      d,u,r,f,s
     service_notification_options   w,u,c,r,f,s
     host_notification_commands     notify-host-by-tocsin
     service_notification_commands  notify-service-by-tocsin
   }
   ~~~

5. \`nagios4 -v /etc/nagios4/nagios.cfg && systemctl reload nagios4\` (installed from source: \`/usr/local/nagios/bin/nagios -v /usr/local/nagios/etc/nagios.cfg\`), and try *Send custom service notification*: it arrives as an event of the present state.

${CURL_VERSIONS}

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

Nagios runs the command once and looks at nothing. ${OUTAGE_COVERED}, and \`notification_timeout\` (30 seconds more) with it; left at its default of 30, Nagios ends the command after 30 seconds, and no more than 25 are covered.
`;
