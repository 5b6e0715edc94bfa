import type { PluginSample } from '../../plugin-api/plugin.js';
import { asText } from '../../vocabulary/plain.js';
import { posted } from '../../vocabulary/posted.js';

const project = { id: 85696, name: 'Shop' };
const down = {
  event: 'down',
  message: '[Shop] Front page is down.',
  project,
  site: { id: '37a5a602-f049-46ac-9a64-e8db6079dc80', name: 'Front page', url: 'https://shop.example.com' },
  outage: {
    down_at: '2025-03-04T10:15:00.149481Z',
    up_at: null,
    status: 500,
    reason: 'Expected 2xx, got 500',
  },
};

export const SAMPLES: readonly PluginSample[] = [
  {
    name: 'firing: a site is down',
    incident: 'site',
    body: asText(down),
    expect: [
      {
        outcome: 'EVENT',
        event: {
          event_key: '37a5a602-f049-46ac-9a64-e8db6079dc80',
          event_type: 'ALERT',
          title: '[Shop] Front page is down.',
          description: 'Expected 2xx, got 500',
          resource: { resource_type: 'site', name: 'Front page' },
          account: 'Shop',
          occurred_at: new Date('2025-03-04T10:15:00.149Z'),
        },
      },
    ],
  },
  {
    name: 'resolved: it is up',
    incident: 'site',
    body: asText({ ...down, event: 'up', outage: { ...down.outage, up_at: '2025-03-04T10:30:00Z' } }),
    expect: [
      { outcome: 'EVENT', event: { event_type: 'RECOVERY', occurred_at: new Date('2025-03-04T10:30:00Z') } },
    ],
  },
  {
    name: 'several in a list: an error, a missing check-in',
    body: asText([
      {
        event: 'occurred',
        message: '[Shop/production] RuntimeError: oops',
        project,
        fault: { id: 3151009, klass: 'RuntimeError', message: 'oops', created_at: '2025-03-04T10:15:00Z' },
      },
      {
        event: 'check_in_missing',
        message: 'MISSING: backup',
        project,
        check_in: { id: '15mIYe', name: 'backup' },
      },
    ]),
    expect: [
      {
        outcome: 'EVENT',
        event: { event_key: '3151009', description: 'RuntimeError: oops', rule: 'RuntimeError' },
      },
      { outcome: 'EVENT', event: { event_key: '15mIYe', resource: { name: 'backup' } } },
    ],
  },
  { name: 'a deploy', body: asText({ event: 'deployed', project }), expect: [{ outcome: 'IGNORED' }] },
  posted(
    'an error that occurs again',
    {
      event: 'occurred',
      message: '[Shop/production] IOError: closed',
      project,
      fault: {
        id: 77,
        klass: 'IOError',
        message: 'closed',
        notices_count: 9,
        created_at: '2025-02-01T08:00:00Z',
        last_notice_at: '2025-03-04T10:14:59Z',
      },
      notice: { id: 'n-1', created_at: '2025-03-04T10:15:00Z' },
    },
    { event_key: '77', event_type: 'ALERT', occurred_at: new Date('2025-03-04T10:15:00Z') },
    { incident: 'fault' },
  ),
  posted(
    'the error, resolved days after it began',
    {
      event: 'resolved',
      message: '[Shop/production] IOError resolved by Ann',
      actor: { id: 3, email: 'ann@example.com', name: 'Ann' },
      fault: {
        id: 77,
        project_id: 85696,
        project_name: 'Shop',
        klass: 'IOError',
        message: 'closed',
        created_at: '2025-02-01T08:00:00Z',
        last_notice_at: '2025-03-04T10:15:00Z',
      },
    },
    { event_key: '77', event_type: 'RECOVERY', account: 'Shop', occurred_at: null },
    { incident: 'fault' },
  ),
  posted(
    'an alarm of Insights, over, without its project',
    {
      event: 'alarm_ok',
      message: '[Shop] OK: Late jobs is back in order',
      alarm: { id: 'a8', name: 'Late jobs', state: 'ok', created_at: '2025-03-04T10:15:00Z' },
    },
    { event_key: 'a8', event_type: 'RECOVERY', rule: 'Late jobs' },
  ),
  posted(
    'an alarm of Insights that went off',
    {
      event: 'alarm_alert',
      message: '[Shop] Slow checkout',
      project,
      alarm: { id: 'a7', name: 'Slow checkout' },
    },
    { event_key: 'a7', event_type: 'ALERT', rule: 'Slow checkout' },
    { incident: 'alarm' },
  ),
  posted(
    'the alarm of Insights, over',
    {
      event: 'alarm_ok',
      message: '[Shop] Slow checkout',
      project,
      alarm: { id: 'a7', name: 'Slow checkout' },
    },
    { event_key: 'a7', event_type: 'RECOVERY' },
    { incident: 'alarm' },
  ),
  posted(
    'more errors than usual',
    { event: 'volume_spike', message: '[Shop] Errors spiked', project },
    { event_key: 'volume_spike:85696', event_type: 'ALERT', title: '[Shop] Errors spiked' },
  ),
  posted('an event that is newer than this', { event: 'moved', message: 'moved', project }, 'IGNORED'),
];
