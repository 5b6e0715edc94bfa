import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';

const incident = {
  AlertType: 'CanaryIncident',
  Description: 'SSH Login Attempt',
  Intro: 'An SSH Login Attempt has been detected against one of your Canaries (files-2) at 10.0.0.7.',
  IncidentHash: '1ef86f5cf4090a5252c6f453c5cd46bd',
  CanaryName: 'files-2',
  CanaryID: '00000000d9febd04',
  CanaryIP: '10.0.0.7',
  CanaryPort: 22,
  SourceIP: '10.0.0.99',
  Timestamp: '2025-03-04 10:15:00 (UTC)',
  AdditionalDetails: [['Username', 'root']],
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing',
    incident: 'ssh',
    body: asText(incident),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '1ef86f5cf4090a5252c6f453c5cd46bd',
          event_type: 'ALERT',
          title: 'SSH Login Attempt: files-2',
          description: incident.Intro,
          resource: { resource_id: '00000000d9febd04', name: 'files-2' },
          occurred_at: new Date('2025-03-04T10:15:00Z'),
        },
      },
    ],
  },
  {
    name: 'several in a list',
    body: asText([incident, { ...incident, IncidentHash: undefined }]),
    expect: [
      { outcome: 'EVENT', event: {} },
      { outcome: 'EVENT', event: { event_key: '00000000d9febd04/SSH Login Attempt' } },
    ],
  },
  {
    name: 'a token of canarytokens.org',
    body: asText({
      channel: 'HTTP',
      memo: 'payroll.xlsx',
      time: '2025-03-04 10:15:00 (UTC)',
      manage_url: 'https://canarytokens.org/manage?token=abc&auth=x',
    }),
    expect: [{ outcome: 'EVENT', event: { event_key: 'abc', title: 'Canarytoken triggered: payroll.xlsx' } }],
  },
  {
    name: "a token of one's own console, without a Canary",
    body: asText({
      AlertType: 'CanarytokenIncident',
      Description: 'MS Word .docx Document',
      Intro: 'A MS Word .docx Document Canarytoken has been triggered by the source IP 192.0.2.7.',
      Reminder: 'payroll.docx',
      Token: 'tok1',
      IncidentHash: 'h1',
      Timestamp: '2025-03-04 10:15:00 (UTC)',
      Triggered: 1,
    }),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_key: 'h1', title: 'MS Word .docx Document: payroll.docx', event_type: 'ALERT' },
      },
    ],
  },
  {
    name: 'the test of canarytokens.org',
    body: asText({
      channel: 'HTTP',
      memo: 'Congrats! The newly saved webhook works',
      time: '2025-03-04 10:15:00',
      manage_url: 'http://example.com/test/url/for/webhook',
    }),
    expect: [{ outcome: 'IGNORED' }],
  },
];
