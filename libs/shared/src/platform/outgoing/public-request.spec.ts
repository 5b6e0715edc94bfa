import { expect, it } from 'vitest';
import { findOwnAddressRefusal, findHostRefusal } from './public-request.js';

const PUBLIC_URL = 'https://tocsin.example.com/alarms';
const EVENTS = '/monitoring/v1/webhook/webhook_01/key/events';
const refusalOf = (url: string) => findOwnAddressRefusal(new URL(url), PUBLIC_URL);

it.each([
  `https://tocsin.example.com/alarms${EVENTS}`,
  `https://TOCSIN.example.com:443/alarms${EVENTS}/alerts?a=b`,
  `http://tocsin.example.com/alarms${EVENTS}`,
])('%s is refused', (url) => expect(refusalOf(url)).toContain('webhook of this service'));

it.each([
  `https://other.example.com/alarms${EVENTS}`,
  `https://tocsin.example.com:8443/alarms${EVENTS}`,
  'https://tocsin.example.com/hooks/chat',
])('%s is not', (url) => expect(refusalOf(url)).toBeUndefined());

const ALLOWED = ['hooks.slack.com', '*.corp.example', '192.0.2.1', '2001:db8::1'];

it.each([
  'https://hooks.slack.com/services/x',
  'https://HOOKS.slack.com:8443/',
  'https://a.corp.example/',
  'https://a.b.corp.example/',
  'http://192.0.2.1/',
  'http://[2001:db8:0::1]/',
])('%s is allowed', (url) => expect(findHostRefusal(new URL(url), ALLOWED)).toBeUndefined());

it.each([
  'https://example.com/?hooks.slack.com',
  'https://hooks.slack.com.evil.example/',
  'https://evil-corp.example/',
  'https://corp.example/',
  'https://a.hooks.slack.com/',
  'http://192.0.2.10/',
])('%s is refused, unless all hosts are allowed', (url) => {
  expect(findHostRefusal(new URL(url), ALLOWED)).toContain('RECEIVERS_ALLOW');
  expect(findHostRefusal(new URL(url), [])).toBeUndefined();
});
