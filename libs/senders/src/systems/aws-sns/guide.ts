export const GUIDE = `# Amazon SNS and EventBridge

Reads CloudWatch alarms (metric, metric maths, anomaly detection, composite) from an SNS topic, with or without raw
message delivery; events of EventBridge (alarm state changes, AWS Health, GuardDuty, any service), through SNS or an
API destination; and plain messages of a topic.

Create a webhook with \`plugin_id\` \`aws-sns\` and copy its \`webhook_url\`.

## CloudWatch alarms through SNS

1. **SNS → Topics → Create topic**, type *Standard*.
2. **Create subscription**: protocol \`HTTPS\`, endpoint the \`webhook_url\`. Raw message delivery may be on or off.
3. SNS posts a SubscriptionConfirmation, which is confirmed within seconds (see below). Until then SNS sends nothing else.
4. In each alarm, under **Notification**, choose the topic for *In alarm* **and for OK**: the OK message is what
   closes the alert here. *Insufficient data* is optional and arrives with severity NOT_AVAILABLE.

## EventBridge

Rule → target *SNS topic* as above, or an **API destination**: connection with any API key header, method \`POST\`,
endpoint the \`webhook_url\`, no input transformer. A pattern for alarms:

~~~json
{ "source": ["aws.cloudwatch"], "detail-type": ["CloudWatch Alarm State Change"] }
~~~

| Event | CloudWatch alarm | AWS Health | GuardDuty | other message |
| --- | --- | --- | --- | --- |
| \`event_key\` | alarm ARN, else account, region and name | \`eventArn\` | finding ARN or id | the resource, else the message id, the subject or the topic |
| \`event_type\` | ALARM, INSUFFICIENT_DATA → ALERT; OK → RECOVERY | closed or ended issue → RECOVERY | ALERT | ALERT; a run that succeeded → RECOVERY |
| \`severity\` | ALARM → ERROR, no data → NOT_AVAILABLE | issue ERROR, change WARNING, notice INFO | 9 CRITICAL, 7 ERROR, 4 WARNING, below INFO | as stated |
| \`title\`, \`rule\` | \`AlarmName\` | \`eventTypeCode\`, the category | title, the finding type | the subject |
| \`resource\` | the first dimension | the first affected entity | instance, bucket, cluster, user | as stated |
| \`occurred_at\` | \`StateChangeTime\` | \`startTime\` | \`eventFirstSeen\` | \`Timestamp\` |

Findings of Security Hub come several in one event: each has its own key, \`Id\`, and is over when it is archived, resolved or
its check passes. Inspector, Cost Anomaly Detection and DevOps Guru have the key of the finding, anomaly or insight. That the
configuration of an alarm was changed is ignored. Where the template of an Alertmanager's SNS receiver is JSON, its alerts are read. DevOps Guru, AWS Config, Cost Anomaly Detection and messages for AWS Chatbot are
read as SNS gets them, too: by insight, by rule and resource, by anomaly, by thread.

An envelope may lack everything but \`Type\` and \`Message\`. SubscriptionConfirmation and UnsubscribeConfirmation never become events.

## Handshake and signature

A SubscriptionConfirmation is answered by itself: the worker checks its signature (version 1 or 2) with Amazon's
certificate and calls its \`SubscribeURL\` once. The worker must be able to reach \`sns.<region>.amazonaws.com\` by https; it
tries for two days, and what went wrong is in the webhook's \`health.last_error\`.

To take messages signed by SNS only, set the webhook's \`settings.signature\` to \`{ "scheme": "SNS" }\`. There is no secret.
A message whose signature is wrong or missing is kept in the quarantine. Turn raw message delivery off: it has no
signature. It proves that SNS sent the message, not whose topic it was; that is told by \`TopicArn\`.

## When this service answers 503

SNS sends again after 5xx (by default 3 times, 20 seconds apart; a delivery policy of the subscription allows 100
tries within an hour) and never after 4xx. What it gave up goes to the subscription's dead-letter queue: configure one.
EventBridge API destinations retry for up to 24 hours.
`;
