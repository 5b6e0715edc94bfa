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
   | \`trigger_name\` | \`{TRIGGER.NAME}\` |
   | \`event_name\` | \`{EVENT.NAME}\` |
   | \`event_value\` | \`{EVENT.VALUE}\` |
   | \`event_update_status\` | \`{EVENT.UPDATE.STATUS}\` |
   | \`event_severity\` | \`{EVENT.SEVERITY}\` |
   | \`event_nseverity\` | \`{EVENT.NSEVERITY}\` |
   | \`event_timestamp\` | \`{EVENT.TIMESTAMP}\` |
   | \`event_recovery_timestamp\` | \`{EVENT.RECOVERY.TIMESTAMP}\` |
   | \`event_date\` | \`{EVENT.DATE}\` |
   | \`event_time\` | \`{EVENT.TIME}\` |
   | \`event_recovery_date\` | \`{EVENT.RECOVERY.DATE}\` |
   | \`event_recovery_time\` | \`{EVENT.RECOVERY.TIME}\` |
   | \`event_opdata\` | \`{EVENT.OPDATA}\` |
   | \`event_tags\` | \`{EVENT.TAGSJSON}\` |
   | \`host_name\` | \`{HOST.NAME}\` |
   | \`host_ip\` | \`{HOST.IP}\` |
   | \`host_id\` | \`{HOST.ID}\` |

   Script:

   ~~~js
   var body = JSON.parse(value), url = body.URL;
   delete body.URL;
   // Before 7.0 there is no macro of a timestamp, and dates are without a zone: that of the server.
   ['event', 'event_recovery'].forEach(function (name) {
     var told = body[name + '_date'] + '.' + body[name + '_time'];
     var read = /^(\\d{4})\\.(\\d\\d)\\.(\\d\\d)\\.(\\d\\d):(\\d\\d):(\\d\\d)$/.exec(told);
     if (read && !/^\\d+$/.test(body[name + '_timestamp'])) {
       var at = new Date(read[1], read[2] - 1, read[3], read[4], read[5], read[6]);
       body[name + '_timestamp'] = String(at.getTime() / 1000);
     }
   });
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
| \`event_key\` | the id of the problem (\`event_id\`), which its recovery has as well; else \`trigger_id\`, host and trigger, the *Original problem ID* of the message, the subject |
| \`event_type\` | \`event_value\` 1 → ALERT, 0 → RECOVERY; else \`event_status\` PROBLEM, RESOLVED, OK; updates are ignored |
| \`title\` | \`title\` |
| \`description\` | \`message\` |
| \`severity\` | Disaster → CRITICAL, High → ERROR, Average, Warning → WARNING, Information → INFO, Not classified → NONE |
| \`rule\` | the name of the trigger, else of the event |
| \`resource\` | the host |
| \`occurred_at\` | \`event_timestamp\`; of a recovery \`event_recovery_timestamp\`. Dates in the message have no zone and are not read; the script reads those of the event in the zone of the server |

A macro that was not filled counts as missing: \`{EVENT.TIMESTAMP}\` and \`{EVENT.RECOVERY.TIMESTAMP}\` exist from 7.0 on, the others of the table in 6.0 as well (tried with 6.0.14). Before 7.0 the time zone of the user in step 3 must be that of the server, which is the default.

## What the sender does with a 503

With the script above Zabbix sends again, *Attempts* times, at the *Attempt interval* of the media type: 10 attempts every 30 seconds lose nothing in an outage of up to 4 minutes.
`;
