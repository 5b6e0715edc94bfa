/** The resources in the order in which they are used: from a webhook to what it tells of, then what is set up seldom. */
export const TAGS = [
  { name: 'Webhook', description: 'Plugin instances that receive data from a monitoring system.' },
  { name: 'Event', description: 'Alarms, in one form whatever system they came from.' },
  { name: 'Alert', description: 'The events of one problem, from its first alarm to its recovery.' },
  { name: 'Delivery', description: 'What was posted, and what became of it.' },
  { name: 'Quarantine', description: 'What could not be read, with the body and the reason.' },
  { name: 'Plugin', description: 'The monitoring systems that can be read.' },
  { name: 'API key', description: 'Credentials of users inside a domain.' },
  { name: 'Quota', description: 'How much of a protocol a domain may use.' },
  { name: 'Endpoint', description: 'Where the services of this installation are.' },
  { name: 'Ledger', description: 'Whether all that was accepted is accounted for.' },
  { name: 'Audit log', description: 'Who changed what.' },
  { name: 'Document', description: 'What you are reading, for programs.' },
  { name: 'Health', description: 'For load balancers.' },
] as const;
