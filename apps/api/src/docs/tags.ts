/** The resources in the order of their use: from webhooks to their events and alerts, then those that are set up once. */
export const TAGS = [
  { name: 'Webhook', description: 'Addresses that receive deliveries of a monitoring system.' },
  { name: 'Event', description: 'Alarms of all monitoring systems in one schema.' },
  { name: 'Alert', description: 'The events of one problem, from its first alarm to its recovery.' },
  {
    name: 'Heartbeat',
    description:
      'Sources that are expected to send pings regularly. An alert opens when a ping does not arrive in time.',
  },
  { name: 'Delivery', description: 'Posted requests and their outcomes.' },
  { name: 'Quarantine', description: 'Deliveries that could not be parsed, with body and reason.' },
  { name: 'Plugin', description: 'Parsers for the deliveries of the supported monitoring systems.' },
  { name: 'API key', description: 'Credentials of users inside a domain.' },
  { name: 'Session', description: 'Sessions of signed-in browsers.' },
  { name: 'Quota', description: 'Limits on the use of protocols in a domain.' },
  { name: 'Protocol', description: 'The ways to send notifications.' },
  {
    name: 'Subscription',
    description: 'Which changes of alerts are sent, and to which protocol and address.',
  },
  { name: 'Notification', description: 'Messages to subscriptions, with their states and attempts.' },
  { name: 'Silence', description: 'Periods during which no notifications are sent for matching alerts.' },
  { name: 'Endpoint', description: 'The services of this installation.' },
  { name: 'Ledger', description: 'Counts of accepted deliveries and their outcomes.' },
  { name: 'Audit log', description: 'Changes of records, with their authors.' },
  { name: 'Document', description: 'This document in machine-readable form.' },
  { name: 'Health', description: 'Health checks for load balancers.' },
] as const;
