import { firstOf } from '../../vocabulary/alarm.js';
import { wholeBody } from '../../vocabulary/alarm-finder.js';
import { resource } from '../../vocabulary/resource.js';
import type { AlarmFormat } from '../../vocabulary/alarm-format.js';
import { joined, link, text } from '../../vocabulary/text.js';

/** New errors of Error Reporting, through a webhook of Cloud Monitoring. Their end is never reported. */
export const ERROR_REPORT: AlarmFormat = {
  alarms: wholeBody('group_info', 'exception_info'),
  expects: {
    body: 'a notification of Error Reporting (an object with `group_info`)',
    identity: '`group_info.detail_link`',
    state: 'an error',
  },
  event_key: firstOf(
    (alarm) => text('group_info.detail_link')(alarm)?.split(/[?#]/, 1)[0],
    joined('/', text('group_info.project_id'), text('exception_info.type'), text('exception_info.message')),
    text('subject'),
  ),
  event_type: () => 'ALERT',
  title: firstOf(text('subject'), joined(': ', text('exception_info.type'), text('exception_info.message'))),
  description: firstOf(
    joined(': ', text('exception_info.type'), text('exception_info.message')),
    text('event_info.log_message'),
  ),
  severity: () => 'ERROR',
  rule: text('exception_info.type'),
  resource: firstOf(
    resource('service', text('event_info.service')),
    resource('project', text('group_info.project_id')),
  ),
  provider: () => 'google',
  account: text('group_info.project_id'),
  links: { source: link('group_info.detail_link') },
  additional_info: {
    log_message: text('event_info.log_message'),
    request: joined(' ', text('event_info.request_method'), text('event_info.request_url')),
    response_status: text('event_info.response_status'),
    version: text('event_info.version'),
  },
  additional_info_0_2: { url: link('group_info.detail_link') },
};
