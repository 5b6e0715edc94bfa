export const GUIDE = `# Zabbix

Reads the webhook of a media type of Zabbix (5.0 and later): the body below, the nested and flat bodies of common scripts, JSON or a form.

1. Create a webhook with \`plugin_id\` \`zabbix\` and copy its \`webhook_url\`.
2. **Alerts → Media types → Create media type**, name \`Tocsin\`, type **Webhook**. Parameters:

   | Name | Value |
   | --- | --- |
   | \`URL\` | the \`webhook_url\` |
   | \`title\` | \`{ALERT.SUBJECT}\` |
   | \`message\` | \`{ALERT.MESSAGE}\` |
   | \`event_id\` | \`{EVENT.ID}\` |
   | \`trigger_id\` | \`{TRIGGER.ID}\` |
   | \`event_name\` | \`{EVENT.NAME}\` |
   | \`event_value\` | \`{EVENT.VALUE}\` |
   | \`event_update_status\` | \`{EVENT.UPDATE.STATUS}\` |
   | \`event_severity\` | \`{EVENT.SEVERITY}\` |
   | \`event_nseverity\` | \`{EVENT.NSEVERITY}\` |
   | \`event_timestamp\` | \`{EVENT.TIMESTAMP}\` |
   | \`event_recovery_timestamp\` | \`{EVENT.RECOVERY.TIMESTAMP}\` |
   | \`event_opdata\` | \`{EVENT.OPDATA}\` |
   | \`event_tags\` | \`{EVENT.TAGSJSON}\` |
   | \`host_name\` | \`{HOST.NAME}\` |
   | \`host_ip\` | \`{HOST.IP}\` |
   | \`host_id\` | \`{HOST.ID}\` |

   Script:

   ~~~js
   var body = JSON.parse(value), url = body.URL;
   delete body.URL;
   var request = new HttpRequest();
   request.addHeader('Content-Type: application/json');
   request.post(url, JSON.stringify(body));
   if (request.getStatus() < 200 || request.getStatus() > 299) throw 'HTTP ' + request.getStatus();
   return 'OK';
   ~~~

   Under **Options** set *Attempts* 10 and *Attempt interval* 30s. Under **Message templates** add *Problem*, *Problem recovery* and *Problem update*.
3. **Users → Users**: give a user who may read the hosts a media of this type (send to: anything).
4. **Alerts → Actions → Trigger actions**: send to that user, in *Operations* and, so that alerts are closed here, in *Recovery operations*.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`event.id\` of nested bodies; \`trigger_id\`, else \`event_id\`, of flat ones; else host and trigger, the *Original problem ID* of the message, the subject |
| \`event_type\` | \`event_value\` 1 → ALERT, 0 → RECOVERY; else \`event_status\` PROBLEM, RESOLVED, OK; updates are ignored |
| \`title\` | \`title\` |
| \`description\` | \`message\` |
| \`severity\` | Disaster → CRITICAL, High → ERROR, Average, Warning → WARNING, Information → INFO, Not classified → NONE |
| \`rule\` | the name of the event or trigger |
| \`resource\` | the host |
| \`occurred_at\` | \`event_timestamp\`; of a recovery \`event_recovery_timestamp\`. Dates in the message have no zone and are not read |

A macro that was not filled counts as missing.

## What the sender does with a 503

With the script above Zabbix sends again, *Attempts* times, at the *Attempt interval* of the media type.
`;
