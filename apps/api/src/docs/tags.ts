/** The resources in the order of the interface specification, then what goes beyond it. */
export const TAGS = [
  { name: 'API key', description: 'Credentials of users inside a domain.' },
  { name: 'Endpoint', description: 'Where the services of this installation are.' },
  { name: 'Webhook', description: 'Plugin instances that receive data from a monitoring system.' },
  { name: 'Event', description: 'Alarms, in one form whatever system they came from.' },
  { name: 'Delivery', description: 'What was posted, and what became of it.' },
  { name: 'Ledger', description: 'Whether all that was accepted is accounted for.' },
  { name: 'Quarantine', description: 'What could not be read, with the body and the reason.' },
  { name: 'Alert', description: 'Events that belong to one incident.' },
  { name: 'Plugin', description: 'The monitoring systems that can be read.' },
  { name: 'Quota', description: 'How much of a protocol a domain may use.' },
  { name: 'Audit log', description: 'Who changed what.' },
  { name: 'Document', description: 'What you are reading, for programs.' },
  { name: 'Health', description: 'For load balancers.' },
] as const;
