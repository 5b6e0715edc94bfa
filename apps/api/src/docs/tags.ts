/** The resources in the order in which they are used: from a webhook to what it tells of, then what is set up seldom. */
export const TAGS = [
  { name: 'Webhook', description: 'Addresses that receive deliveries of a monitoring system.' },
  { name: 'Event', description: 'Alarms of all monitoring systems in one schema.' },
  { name: 'Alert', description: 'The events of one problem, from its first alarm to its recovery.' },
  {
    name: 'Heartbeat',
    description: 'Sources that are expected to be heard of, and are missing when they are not.',
  },
  { name: 'Delivery', description: 'Posted requests and their outcomes.' },
  { name: 'Quarantine', description: 'Deliveries that could not be parsed, with body and reason.' },
  { name: 'Plugin', description: 'The supported monitoring systems.' },
  { name: 'API key', description: 'Credentials of users inside a domain.' },
  { name: 'Session', description: 'Browsers that are signed in.' },
  { name: 'Quota', description: 'Limits of protocols in a domain.' },
  { name: 'Protocol', description: 'The ways in which somebody is told.' },
  { name: 'Subscription', description: 'Who is told of which changes of alerts, and how.' },
  { name: 'Notification', description: 'What was sent, waits or failed, with its attempts.' },
  { name: 'Endpoint', description: 'The services of this installation.' },
  { name: 'Ledger', description: 'Counts of accepted deliveries and their outcomes.' },
  { name: 'Audit log', description: 'Changes of records, with their authors.' },
  { name: 'Document', description: 'This document in machine-readable form.' },
  { name: 'Health', description: 'Health checks for load balancers.' },
] as const;
