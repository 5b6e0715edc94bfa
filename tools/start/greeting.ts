import { RELEASE } from '#shared/platform/release.js';

export interface GreetingData {
  /** The address of the API from this machine. */
  readonly url: string;
  /** A link that opens the console signed in; it works once. */
  readonly signIn: string;
  readonly rootKey: { readonly path: string; readonly value: string; readonly created: boolean } | null;
  /** Where the data is stored, in words. */
  readonly data: string;
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const alarm = JSON.stringify({
  version: '4',
  groupKey: '{}:{alertname="DiskAlmostFull"}',
  status: 'firing',
  receiver: 'tocsin',
  groupLabels: { alertname: 'DiskAlmostFull' },
  commonLabels: { alertname: 'DiskAlmostFull', severity: 'critical' },
  commonAnnotations: {},
  externalURL: 'http://localhost:9093',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'DiskAlmostFull', instance: 'web-1', severity: 'critical' },
      annotations: { summary: 'The disk of web-1 is 97 % full' },
      startsAt: '@now',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://localhost:9090/graph',
      fingerprint: '5d41402abc4b2a76',
    },
  ],
});
const webhook = JSON.stringify({
  name: 'first @now',
  project_id: 'demo',
  domain_id: 'demo',
  plugin_info: { plugin_id: 'prometheus', options: {} },
});
// The shell fills in the time, so that the commands still work when they are pasted later.
const body = (json: string): string => `${quote(json).replace('@now', `'$(date -u +%Y-%m-%dT%H:%M:%SZ)'`)}`;

/** Returns the text that a start prints: the addresses, and commands that create a first alarm. */
export function greeting({ url, signIn, rootKey, data }: GreetingData): string {
  const key = rootKey === null ? '"$ROOT_API_KEY"' : `"$(cat ${quote(rootKey.path)})"`;
  return `
Tocsin ${RELEASE} is ready.

  Console     ${signIn}
              (the link works once, within ten minutes; after that, sign in with a key)
  Swagger UI  ${url}/docs
  Root key    ${describe(rootKey)}
  Data        ${data}

Paste these commands for a first alarm. They create a webhook for Prometheus Alertmanager, and post an alarm to it as
Alertmanager would.

  KEY=${key}
  WEBHOOK=$(curl -s ${url}/monitoring/v1/webhooks -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
    -d ${body(webhook)} | sed -n 's|.*"webhook_url":"[^"]*\\(/monitoring/v1/webhook/[^"]*\\)".*|\\1|p')
  curl -sw '\\n' ${url}"$WEBHOOK" -H 'Content-Type: application/json' -H 'Prefer: wait=5' \\
    -d ${body(alarm)}

To list the event:

  curl -sw '\\n' '${url}/monitoring/v1/events?domain_id=demo' -H "Authorization: Bearer $KEY"

Ctrl-C stops everything; stored data is kept.
`;
}

/** Returns what a start with `--demo` prints. */
export function demoGreeting({ url, signIn, rootKey, data }: GreetingData): string {
  return `
Tocsin ${RELEASE} is ready, and the domain demo is alive: every few seconds something breaks, recovers, or is taken care of.

  Console     ${signIn}
              (the link works once, within ten minutes; after that, sign in with a key)
  Swagger UI  ${url}/docs
  Root key    ${describe(rootKey)}
  Data        ${data}

What chats, phones and tools get is shown below, one message a line. To be rid of the example, stop it and delete the data; a start
without --demo is another one, with data of its own.

Ctrl-C stops everything; stored data is kept.
`;
}

function describe(rootKey: GreetingData['rootKey']): string {
  if (rootKey === null) return 'the value of ROOT_API_KEY';
  return rootKey.created ? `${rootKey.value}  (shown once; stored in ${rootKey.path})` : `in ${rootKey.path}`;
}
